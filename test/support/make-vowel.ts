import { applyBiquad } from '../../src/audio/loudness/biquad.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

type VowelOptions = { readonly hertz: number; readonly seconds: number; readonly sampleRate: number }

/** An /a/: pulses through resonances at 700, 1100 and 2600 Hz, peaks of 0.5. */
export function makeVowel({ hertz, seconds, sampleRate }: VowelOptions): PcmAudio {
  const pulses = new Float64Array(Math.round(seconds * sampleRate))
  for (let n = 0; ; n++) {
    const position = Math.round((n * sampleRate) / hertz)
    if (position >= pulses.length) break
    pulses[position] = 1
  }
  let signal: Float64Array = pulses
  for (const formant of [700, 1100, 2600]) {
    const radius = Math.exp((-Math.PI * 90) / sampleRate)
    const a1 = -2 * radius * Math.cos((2 * Math.PI * formant) / sampleRate)
    signal = applyBiquad(signal, { b0: 1, b1: 0, b2: 0, a1, a2: radius * radius })
  }
  const peak = signal.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return { sampleRate, samples: Float32Array.from(signal, (sample) => (0.5 * sample) / peak) }
}
