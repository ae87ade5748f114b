import { decibelsToFactor } from '../decibels.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { PEAK_TAPS, peakBetween } from './peak-between.ts'
import { runningMean } from './running-mean.ts'

/**
 * The highest peak that is left, as a factor: -1 dB of full scale, with room for meters that read more places between the
 * samples, and for what factors that change within a loud sibilant add there: 0.34 dB was seen in speech 18 dB too loud.
 */
const CEILING = decibelsToFactor(-1.4)
/** Between two samples below this, no speech reaches the ceiling. */
const SAFE = 0.35 * CEILING
/** Half of what the level takes to turn down before a peak, and up again behind it. */
const REACH_SECONDS = 0.0005

/** How many samples to each side decide about the factor of one. */
export function limitingMargin(sampleRate: number): number {
  return 2 * reachOf(sampleRate) + PEAK_TAPS + 1
}

/**
 * What each sample is multiplied with to keep peaks below -1 dBTP, including those between samples; undefined if there are
 * none. The factors go down around a peak so gently that nothing clips or clicks.
 */
export function limitingFactors({ samples, sampleRate }: PcmAudio): Float32Array | undefined {
  const needed = neededFactors(samples)
  if (needed === undefined) return undefined
  const reach = reachOf(sampleRate)
  // The mean of minima over the same reach never exceeds what a peak in its middle needs.
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

/** More than the signal reaches from sample `i` to the next, as far as it bends there; in speech at most 0.3 % too little. */
function highestBetween(samples: Float32Array, i: number): number {
  const here = samples[i]!
  const next = samples[i + 1]!
  const bend = Math.abs(samples[i - 1]! - 2 * here + next) + Math.abs(here - 2 * next + samples[i + 2]!)
  return Math.max(Math.abs(here), Math.abs(next)) + bend / 2
}

/** The least of the values up to `reach` away. */
function runningMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length).fill(1)
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 1) continue
    for (let k = Math.max(0, i - reach); k <= Math.min(values.length - 1, i + reach); k++)
      result[k] = Math.min(result[k]!, values[i]!)
  }
  return result
}
