import { type BiquadState, createBiquad } from './biquad.ts'
import { loudnessFilters } from './k-weighting.ts'
import { gateLoudness } from './measure-loudness.ts'

/** Hops of a block, and of a second. */
const HOPS = 4
const HOPS_PER_SECOND = 10

/**
 * Measures the integrated loudness of audio that comes in parts, as `measureLoudness` does of audio that is whole. Parts may have different
 * sample rates; a block lies within one part. Mean powers of blocks are all that is kept: 36,000 numbers an hour.
 */
export class LoudnessMeter {
  readonly #powers: number[] = []

  /** Measures one part, chunk by chunk. */
  begin(sampleRate: number): LoudnessPart {
    return new LoudnessPart(sampleRate, this.#powers)
  }

  /** Loudness in LUFS of the parts that have ended; -Infinity if nothing is louder than -70 LUFS. */
  read(): number {
    return gateLoudness(this.#powers)
  }
}

/** One part of what a meter measures. */
export class LoudnessPart {
  readonly #filters: readonly BiquadState[]
  readonly #hop: number
  readonly #powers: number[]
  /** Energies of the last hops that are whole, at most one block of them. */
  #hops: number[] = []
  #energy = 0
  #inHop = 0
  #samples = 0
  #total = 0

  constructor(sampleRate: number, powers: number[]) {
    this.#filters = loudnessFilters(sampleRate).map(createBiquad)
    this.#hop = Math.round(sampleRate / HOPS_PER_SECOND)
    this.#powers = powers
  }

  add(samples: Float32Array): void {
    let weighted: ArrayLike<number> = samples
    for (const filter of this.#filters) weighted = filter(weighted)
    for (let i = 0; i < weighted.length; i++) {
      this.#energy += weighted[i]! ** 2
      this.#inHop += 1
      if (this.#inHop === this.#hop) this.#endHop()
    }
    this.#samples += samples.length
  }

  /** Audio shorter than a block counts as one. */
  end(): void {
    if (this.#samples === 0 || this.#samples >= HOPS * this.#hop) return
    this.#powers.push((this.#total + this.#energy) / this.#samples)
  }

  #endHop(): void {
    this.#hops.push(this.#energy)
    this.#total += this.#energy
    this.#energy = 0
    this.#inHop = 0
    if (this.#hops.length < HOPS) return
    this.#powers.push(this.#hops.reduce((sum, energy) => sum + energy, 0) / (HOPS * this.#hop))
    this.#hops.shift()
  }
}
