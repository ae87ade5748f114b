import { releaseSamples } from '../../audio/samples/release-samples.ts'
import type { SpillFile, SpillFolder } from '../../storage/files/spill-folder.ts'
import { deferRejection } from '../defer-rejection.ts'
import { bytesOfSamples } from './bytes-of-samples.ts'

/** A reader that takes longer than this for a piece is slow. Most readers never do, and cause no disk writes. */
const PATIENCE_MS = 100

/** Samples that are taken piece by piece. What is left of them goes to disk while their reader is slow. */
export class HeldSamples {
  readonly #length: number
  readonly #folder: SpillFolder
  /** Undefined once they are on disk. */
  #samples: Float32Array | undefined
  #spilled: { readonly file: SpillFile; readonly from: number } | undefined
  #spilling: Promise<void> | undefined
  #patience: NodeJS.Timeout | undefined

  /** The samples are given away: nobody else may use them from now on. */
  constructor(samples: Float32Array, folder: SpillFolder) {
    this.#length = samples.length
    this.#samples = samples
    this.#folder = folder
  }

  /** The samples from `start` to before `end`, which are the caller's. None before `start` may be asked for again. */
  async take(start: number, end: number): Promise<Float32Array> {
    clearTimeout(this.#patience)
    if (this.#samples === undefined) return await this.#read(start, end)
    // A copy: a part of the same memory would keep all of it.
    const taken = this.#samples.slice(start, end)
    if (this.#spilling !== undefined) return taken
    if (end === this.#length) this.#forget()
    else {
      this.#patience = setTimeout(() => {
        this.#spilling = deferRejection(this.#spill(end))
      }, PATIENCE_MS)
    }
    return taken
  }

  /** Frees memory and disk. */
  async release(): Promise<void> {
    clearTimeout(this.#patience)
    await this.#spilling
    this.#forget()
    await this.#spilled?.file.close()
  }

  /** The samples stay in memory until all are written, and if writing fails. */
  async #spill(from: number): Promise<void> {
    const file = await this.#folder.store(bytesOfSamples(this.#samples!.subarray(from)))
    this.#spilling = undefined
    if (file === undefined) return
    this.#spilled = { file, from }
    this.#forget()
  }

  #forget(): void {
    if (this.#samples !== undefined) releaseSamples(this.#samples)
    this.#samples = undefined
  }

  async #read(start: number, end: number): Promise<Float32Array> {
    const { file, from } = this.#spilled!
    const { BYTES_PER_ELEMENT } = Float32Array
    const bytes = await file.read((start - from) * BYTES_PER_ELEMENT, (end - start) * BYTES_PER_ELEMENT)
    return new Float32Array(bytes.buffer)
  }
}
