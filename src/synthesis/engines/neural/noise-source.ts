import { joinSamples } from '../../../audio/samples/join-samples.ts'
import { copyNoise, NOISE_LENGTH } from '../noise-table.ts'
import type { Networks, NoiseSpectra } from './networks.ts'

/** Frames that are analysed together. */
const BLOCK_FRAMES = 64

export type NoiseSourceOptions = {
  readonly networks: Pick<Networks, 'analyzeNoise'>
  /** See createNoiseTable. */
  readonly noise: Float32Array
  readonly frameSamples: number
  /** Samples that the vocoder needs beyond its frames. */
  readonly extraSamples: number
}

/**
 * The noise that a voice speaks over, as its vocoder reads it. Every segment begins at frame 0 of the same noise, so each block of it is analysed
 * once, when it is first needed, and kept: 5 kB a frame.
 */
export class NoiseSource {
  readonly #options: NoiseSourceOptions
  /** After so many frames the noise begins again. */
  readonly #period: number
  readonly #blocks = new Map<number, Promise<void>>()
  /** Of the whole period; what is not analysed yet takes no memory. */
  #table: NoiseSpectra | undefined

  constructor(options: NoiseSourceOptions) {
    this.#options = options
    this.#period = BLOCK_FRAMES * Math.max(1, Math.floor(NOISE_LENGTH / options.frameSamples / BLOCK_FRAMES))
  }

  /** Of the frames from `from` to before `to`. The arrays may be parts of the table: nobody may write to them. */
  async read(from: number, to: number): Promise<NoiseSpectra> {
    const parts: NoiseSpectra[] = []
    for (let at = from; at < to || parts.length === 0; ) {
      const inPeriod = at % this.#period
      const count = Math.min(to - at, this.#period - inPeriod)
      parts.push(await this.#readTable(inPeriod, inPeriod + count))
      at += count
    }
    if (parts.length === 1) return parts[0]!
    return {
      spectra: joinSamples(parts.map(({ spectra }) => spectra)),
      excitation: joinSamples(parts.map(({ excitation }) => excitation)),
    }
  }

  async #readTable(from: number, to: number): Promise<NoiseSpectra> {
    for (let block = from - (from % BLOCK_FRAMES); block < to || this.#table === undefined; block += BLOCK_FRAMES) {
      await this.#analyzed(block)
    }
    const { spectra, excitation } = this.#table
    return { spectra: this.#cut(spectra, from, to), excitation: this.#cut(excitation, from, to) }
  }

  #cut(values: Float32Array, from: number, to: number): Float32Array {
    const width = values.length / this.#period
    return values.subarray(from * width, to * width)
  }

  #analyzed(from: number): Promise<void> {
    const known = this.#blocks.get(from)
    if (known !== undefined) return known
    const block = this.#analyze(from)
    this.#blocks.set(from, block)
    block.catch(() => this.#blocks.delete(from))
    return block
  }

  async #analyze(from: number): Promise<void> {
    const { networks, noise, frameSamples, extraSamples } = this.#options
    const samples = new Float32Array(BLOCK_FRAMES * frameSamples + extraSamples)
    copyNoise(noise, from * frameSamples, samples)
    const { spectra, excitation } = await networks.analyzeNoise(samples)
    const roomFor = (values: Float32Array): Float32Array =>
      new Float32Array((values.length / BLOCK_FRAMES) * this.#period)
    this.#table ??= { spectra: roomFor(spectra), excitation: roomFor(excitation) }
    this.#cut(this.#table.spectra, from, from + BLOCK_FRAMES).set(spectra)
    this.#cut(this.#table.excitation, from, from + BLOCK_FRAMES).set(excitation)
  }
}
