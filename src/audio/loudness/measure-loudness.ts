import type { PcmAudio } from '../pcm-audio.ts'
import { applyBiquad, type Biquad } from './biquad.ts'

const BLOCK_SECONDS = 0.4
/** From one block to the next: they overlap by three quarters. */
const STEP_SECONDS = 0.1
const ABSOLUTE_GATE = -70
/** Below the loudness of what passes the absolute gate. */
const RELATIVE_GATE = -10

/**
 * The integrated loudness of mono audio in LUFS, gated as ITU-R BS.1770-4 says: silence and pauses do not count.
 * Audio shorter than 0.4 s counts as one block. -Infinity where nothing is louder than -70 LUFS.
 */
export function measureLoudness(audio: PcmAudio): number {
  const powers = blockPowers(audio).filter((power) => toLoudness(power) > ABSOLUTE_GATE)
  const gate = toLoudness(mean(powers)) + RELATIVE_GATE
  return toLoudness(mean(powers.filter((power) => toLoudness(power) > gate)))
}

function toLoudness(power: number): number {
  return -0.691 + 10 * Math.log10(power)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Mean square of each block of the K-weighted signal. */
function blockPowers({ samples, sampleRate }: PcmAudio): readonly number[] {
  const weighted = applyBiquad(applyBiquad(samples, headFilter(sampleRate)), lowCutFilter(sampleRate))
  const step = Math.round(STEP_SECONDS * sampleRate)
  const block = Math.min(Math.round(BLOCK_SECONDS * sampleRate), weighted.length)
  const powers: number[] = []
  for (let start = 0; block > 0 && start + block <= weighted.length; start += step) {
    let sum = 0
    for (let i = start; i < start + block; i++) sum += weighted[i]! ** 2
    powers.push(sum / block)
  }
  return powers
}

/**
 * The first stage of K-weighting, the effect of a head: a high shelf. The standard gives coefficients for 48 kHz only;
 * these are of the analogue filter behind them, for any rate (Mansbridge, Finn and Reiss 2012; De Man 2014).
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
