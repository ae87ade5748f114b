import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

const BETWEEN = 8
const HALF_TAPS = 24

/** The windowed sinc for each part of the way from one sample to the next. */
const KERNELS = Array.from({ length: BETWEEN - 1 }, (_, part) =>
  Float64Array.from({ length: 2 * HALF_TAPS }, (__, tap) => tapAt(tap + 1 - HALF_TAPS - (part + 1) / BETWEEN)),
)

function tapAt(distance: number): number {
  const window = Math.cos((Math.PI * distance) / (2 * HALF_TAPS)) ** 2
  return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
}

/**
 * The highest peak in dB of full scale, between the samples too: read at eight times the rate by 48 taps of a windowed sinc
 * (ITU-R BS.1770 asks for four times). Independent of the limiter's own reading.
 */
export function truePeakDb({ samples }: PcmAudio): number {
  let peak = 0
  for (let i = 0; i < samples.length; i++) {
    peak = Math.max(peak, Math.abs(samples[i]!))
    if (Math.max(Math.abs(samples[i]!), Math.abs(samples[i + 1] ?? 0)) < 0.25) continue
    for (const taps of KERNELS) peak = Math.max(peak, Math.abs(readAt(samples, i, taps)))
  }
  return 20 * Math.log10(peak)
}

function readAt(samples: Float32Array, whole: number, taps: Float64Array): number {
  const start = whole + 1 - HALF_TAPS
  let sum = 0
  for (let tap = 0; tap < taps.length; tap++) sum += (samples[start + tap] ?? 0) * taps[tap]!
  return sum
}
