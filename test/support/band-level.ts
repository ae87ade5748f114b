import { meanSquare } from '../../src/audio/decibels.ts'
import { applyBiquad } from '../../src/audio/loudness/biquad.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/**
 * Level in dB of the octave around `hertz`, by the band-pass of the Audio EQ Cookbook (W3C note), three
 * times over: speech has far more low than high frequencies to keep out.
 */
export function bandLevelDb({ samples, sampleRate }: PcmAudio, hertz: number): number {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const alpha = Math.sin(angle) / (2 * Math.SQRT2)
  const a0 = 1 + alpha
  const filter = { b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: (-2 * Math.cos(angle)) / a0, a2: (1 - alpha) / a0 }
  const band = [1, 2, 3].reduce<ArrayLike<number>>((signal) => applyBiquad(signal, filter), samples)
  return 10 * Math.log10(meanSquare(Float32Array.from(band)))
}
