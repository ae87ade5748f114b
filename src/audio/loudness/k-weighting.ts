import type { PcmAudio } from '../pcm-audio.ts'
import { applyBiquad, type Biquad, biquadPower } from './biquad.ts'

/** Sample rate in Hz at which `loudnessWeight` evaluates the filters: the one of the standard. */
const STANDARD_RATE = 48_000

/** Applies the K-weighting of ITU-R BS.1770: a high shelf for the effect of the head, and a high-pass. */
export function weightLoudness({ samples, sampleRate }: PcmAudio): Float64Array {
  return applyBiquad(applyBiquad(samples, headFilter(sampleRate)), lowCutFilter(sampleRate))
}

/** The filters of K-weighting at a sample rate, in the order in which they are applied. */
export function loudnessFilters(sampleRate: number): readonly [Biquad, Biquad] {
  return [headFilter(sampleRate), lowCutFilter(sampleRate)]
}

/** Power gain of K-weighting at a frequency, as a factor. */
export function loudnessWeight(hertz: number): number {
  const at = { hertz, sampleRate: STANDARD_RATE }
  return biquadPower(headFilter(STANDARD_RATE), at) * biquadPower(lowCutFilter(STANDARD_RATE), at)
}

/**
 * The first stage of K-weighting, a high shelf for the effect of a head. The standard gives coefficients for 48 kHz only. These
 * come from the analogue filter behind them and fit any rate (Mansbridge, Finn and Reiss 2012; De Man 2014).
 */
function headFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

/** The second stage of K-weighting: a high-pass. */
function lowCutFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}
