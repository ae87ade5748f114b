import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

const BETWEEN = 8
const HALF_TAPS = 24

/**
 * The highest peak in dB of full scale, between the samples too: read at eight times the rate by 48 taps of a windowed sinc
 * (ITU-R BS.1770 asks for four times). Independent of the limiter's own reading.
 */
export function truePeakDb({ samples }: PcmAudio): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) {
    peak = Math.max(peak, Math.abs(samples[i]!))
    if (Math.max(Math.abs(samples[i]!), Math.abs(samples[i + 1] ?? 0)) < 0.25) continue
    for (let part = 1; part < BETWEEN; part++) peak = Math.max(peak, Math.abs(readAt(samples, i, part / BETWEEN)))
  }
  return 20 * Math.log10(peak)
}

function readAt(samples: Float32Array, whole: number, part: number): number {
  let sum = 0
  for (let tap = 1 - HALF_TAPS; tap <= HALF_TAPS; tap++) {
    const distance = tap - part
    const window = Math.cos((Math.PI * distance) / (2 * HALF_TAPS)) ** 2
    sum += ((samples[whole + tap] ?? 0) * window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
  }
  return sum
}
