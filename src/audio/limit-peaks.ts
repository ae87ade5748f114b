import { decibelsToFactor } from './decibels.ts'
import type { PcmAudio } from './pcm-audio.ts'
import { readBetween } from './read-between.ts'
import { runningMean } from './running-mean.ts'

/** The highest peak that is left, in dB of full scale. */
const CEILING_DB = -1
/** How far ahead a peak turns the level down, and behind it up again. */
const REACH_SECONDS = 0.002

/**
 * Turns the level down around peaks above -1 dB, so gently that nothing clips or clicks. Peaks between the samples
 * count too: each sample pair is read at 3 places in between, as the meter of ITU-R BS.1770 does. Audio without such
 * peaks is returned as it is.
 */
export function limitPeaks({ samples, sampleRate }: PcmAudio): Float32Array {
  const ceiling = decibelsToFactor(CEILING_DB)
  const needed = neededFactors(samples, ceiling)
  if (needed === undefined) return samples
  const reach = Math.max(1, Math.round(REACH_SECONDS * sampleRate))
  // The mean of minima over the same reach never exceeds what a peak in its middle needs.
  const factors = runningMean(runningMinimum(needed, reach), reach)
  return samples.map((sample, i) => sample * factors[i]!)
}

/** The factor that brings each sample, and the signal up to the next one, below the ceiling; undefined where all are 1. */
function neededFactors(samples: Float32Array, ceiling: number): Float32Array | undefined {
  const needed = new Float32Array(samples.length).fill(1)
  let isNeeded = false
  for (let i = 0; i < samples.length; i++) {
    const pair = Math.max(Math.abs(samples[i]!), Math.abs(samples[i + 1] ?? 0))
    // Between two samples this low, no speech reaches the ceiling.
    if (pair < 0.7 * ceiling) continue
    const peak = Math.max(
      Math.abs(samples[i]!),
      ...[0.25, 0.5, 0.75].map((part) => Math.abs(readBetween(samples, i + part))),
    )
    if (peak <= ceiling) continue
    needed[i] = ceiling / peak
    isNeeded = true
  }
  return isNeeded ? needed : undefined
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
