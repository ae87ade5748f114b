import { joinSamples } from '../samples/join-samples.ts'
import { limitingFactors, limitingMargin } from './limiting-factors.ts'

/**
 * Keeps peaks below -1 dBTP, as `limitPeaks` does, as audio passes. The same samples come out however they are cut into chunks,
 * and as many; until `finish`, about 2 ms are held back.
 */
export class PeakLimiter {
  readonly #sampleRate: number
  readonly #margin: number
  /** Samples that are out but still decide, and after them those that are held back. */
  #kept = new Float32Array(0)
  #out = 0

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#margin = limitingMargin(sampleRate)
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
    const limited = known.slice(this.#out, end)
    const factors = limitingFactors({ samples: known, sampleRate: this.#sampleRate })
    if (factors !== undefined)
      for (let i = 0; i < limited.length; i++) limited[i] = limited[i]! * factors[this.#out + i]!
    return limited
  }
}
