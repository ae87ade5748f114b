import { decibelsToFactor } from './decibels.ts'
import { joinSamples } from './join-samples.ts'
import { PEAK_TAPS, peakBetween } from './peak-between.ts'
import { runningMean } from './running-mean.ts'

/**
 * The highest peak that is left, as a factor: -1 dB of full scale, with a little room for meters that read more
 * places between the samples.
 */
const CEILING = decibelsToFactor(-1.25)
/** Between two samples below this part of the ceiling, no speech reaches the ceiling. */
const SAFE = 0.35
/** Half of what the level takes to turn down before a peak, and up again behind it. */
const REACH_SECONDS = 0.0005

/**
 * Keeps peaks below -1 dBTP, also those between the samples, as audio passes. The level goes down around a peak so gently that
 * nothing clips or clicks, and everything else stays as it is. The same samples come out however they are cut into chunks, and as many;
 * until `finish`, about 2 ms are held back.
 */
export class PeakLimiter {
  readonly #reach: number
  /** What decides about a sample lies so far to each side of it. */
  readonly #margin: number
  /** Samples that are out but still decide, and after them those that are held back. */
  #kept = new Float32Array(0)
  #out = 0
  #hasLimited = false

  constructor(sampleRate: number) {
    this.#reach = Math.max(1, Math.round(REACH_SECONDS * sampleRate))
    this.#margin = 2 * this.#reach + PEAK_TAPS + 1
  }

  /** Whether any peak so far was too high. */
  get hasLimited(): boolean {
    return this.#hasLimited
  }

  /** Takes the next samples, and gives those that are settled by them: maybe none. */
  push(samples: Float32Array): Float32Array {
    const known = joinSamples([this.#kept, samples])
    const settled = Math.max(this.#out, known.length - this.#margin)
    const limited = this.#limit(known, settled)
    const first = Math.max(0, settled - this.#margin)
    this.#kept = known.slice(first)
    this.#out = settled - first
    return limited
  }

  /** Gives the samples that were held back; nothing may be pushed after that. */
  finish(): Float32Array {
    return this.#limit(this.#kept, this.#kept.length)
  }

  /** The samples that are not out yet, up to `end`. */
  #limit(known: Float32Array, end: number): Float32Array {
    const needed = neededFactors(known)
    if (needed === undefined) return known.slice(this.#out, end)
    this.#hasLimited = true
    // The mean of minima over the same reach never exceeds what a peak in its middle needs.
    const factors = runningMean(runningMinimum(needed, this.#reach), this.#reach)
    return known.slice(this.#out, end).map((sample, i) => sample * factors[this.#out + i]!)
  }
}

/** The factor that brings each sample, and the signal up to the next one, below the ceiling; undefined where all are 1. */
function neededFactors(samples: Float32Array): Float32Array | undefined {
  let needed: Float32Array | undefined
  for (let i = 0; i < samples.length; i++) {
    const here = Math.abs(samples[i]!)
    if (here < SAFE * CEILING && Math.abs(samples[i + 1] ?? 0) < SAFE * CEILING) continue
    const peak = Math.max(here, peakBetween(samples, i))
    if (peak <= CEILING) continue
    needed ??= new Float32Array(samples.length).fill(1)
    needed[i] = CEILING / peak
  }
  return needed
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
