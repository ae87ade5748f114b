import { decibelsToFactor } from '../decibels.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { PEAK_TAPS, peakBetween } from './peak-between.ts'
import { runningMean } from './running-mean.ts'

/**
 * Target for the highest peak, as a factor: -1 dB of full scale with headroom. Meters that interpolate more positions between
 * samples read higher. Factors that change within a loud sibilant also add to a peak: 0.34 dB in speech that was 18 dB too loud.
 */
const CEILING = decibelsToFactor(-1.4)
/** Between two samples below this magnitude, speech never reaches the ceiling. */
const SAFE = 0.35 * CEILING
/** Half the time of the ramp down before a peak, and of the ramp up after it. */
const REACH_SECONDS = 0.0005

/** Number of samples on each side that affect the factor of one sample. */
export function limitingMargin(sampleRate: number): number {
  return 2 * reachOf(sampleRate) + PEAK_TAPS + 1
}

/**
 * Returns the factors that keep peaks below -1 dBTP, including peaks between samples, one per sample. Undefined if there are no
 * such peaks. The factors change so gently around a peak that nothing clips or clicks.
 */
export function limitingFactors({ samples, sampleRate }: PcmAudio): Float32Array | undefined {
  const needed = neededFactors(samples)
  if (needed === undefined) return undefined
  const reach = reachOf(sampleRate)
  // The mean of minima over the same reach never exceeds what the peak in the middle needs.
  return runningMean(runningMinimum(needed, reach), reach)
}

function reachOf(sampleRate: number): number {
  return Math.max(1, Math.round(REACH_SECONDS * sampleRate))
}

/** The factor that brings each sample, and the signal up to the next one, below the ceiling; undefined if all are 1. */
function neededFactors(samples: Float32Array): Float32Array | undefined {
  let needed: Float32Array | undefined
  const last = samples.length - 1
  for (let i = 0; i < samples.length; i++) {
    const here = Math.abs(samples[i]!)
    if (here < SAFE && (i === last || Math.abs(samples[i + 1]!) < SAFE)) continue
    if (i > 0 && i + 2 < samples.length && highestBetween(samples, i) < CEILING) continue
    const peak = Math.max(here, peakBetween(samples, i))
    if (peak <= CEILING) continue
    needed ??= new Float32Array(samples.length).fill(1)
    needed[i] = CEILING / peak
  }
  return needed
}

/**
 * Estimates an upper bound of the signal between sample `i` and the next, from its curvature. In speech the bound is at most 0.3
 * % too low.
 */
function highestBetween(samples: Float32Array, i: number): number {
  const here = samples[i]!
  const next = samples[i + 1]!
  const bend = Math.abs(samples[i - 1]! - 2 * here + next) + Math.abs(here - 2 * next + samples[i + 2]!)
  return Math.max(Math.abs(here), Math.abs(next)) + bend / 2
}

/** Running minimum of the values within `reach`. Values must not exceed 1. */
function runningMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length).fill(1)
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 1) continue
    for (let k = Math.max(0, i - reach); k <= Math.min(values.length - 1, i + reach); k++)
      result[k] = Math.min(result[k]!, values[i]!)
  }
  return result
}
