import { joinSamples } from '../samples/join-samples.ts'
import { limitingFactors, limitingMargin } from './limiting-factors.ts'

/**
 * Streaming version of `limitPeaks`: keeps peaks below -1 dBTP. Returns the same samples, and the same number of them, whatever
 * the chunk sizes. Holds back about 2 ms until `finish`.
 */
export class PeakLimiter {
  readonly #sampleRate: number
  readonly #margin: number
  /** Samples that were returned but still affect the next ones, followed by the samples that are held back. */
  #kept = new Float32Array(0)
  #out = 0

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#margin = limitingMargin(sampleRate)
  }

  /** Takes the next samples and returns those that are final by now, which may be none. */
  push(samples: Float32Array): Float32Array {
    const known = joinSamples([this.#kept, samples])
    const settled = Math.max(this.#out, known.length - this.#margin)
    const limited = this.#limit(known, settled)
    const first = Math.max(0, settled - this.#margin)
    this.#kept = known.slice(first)
    this.#out = settled - first
    return limited
  }

  /** Returns the samples that were held back. Nothing may be pushed after this call. */
  finish(): Float32Array {
    return this.#limit(this.#kept, this.#kept.length)
  }

  /** Limits the samples that were not returned yet, up to `end`. */
  #limit(known: Float32Array, end: number): Float32Array {
    const limited = known.slice(this.#out, end)
    const factors = limitingFactors({ samples: known, sampleRate: this.#sampleRate })
    if (factors !== undefined)
      for (let i = 0; i < limited.length; i++) limited[i] = limited[i]! * factors[this.#out + i]!
    return limited
  }
}
