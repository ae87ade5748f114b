import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

type SineOptions = { readonly hertz: number; readonly seconds: number; readonly sampleRate: number }

/** A sine tone with peaks of 0.5. */
export function makeSine({ hertz, seconds, sampleRate }: SineOptions): PcmAudio {
  const length = Math.round(seconds * sampleRate)
  const samples = Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / sampleRate))
  return { sampleRate, samples }
}
