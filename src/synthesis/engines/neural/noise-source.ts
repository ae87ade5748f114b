import { joinSamples } from '../../../audio/samples/join-samples.ts'
import { copyNoise, NOISE_LENGTH } from '../noise-table.ts'
import type { Networks, NoiseSpectra } from './networks.ts'

/** Number of frames that are analysed together. */
const BLOCK_FRAMES = 64

export type NoiseSourceOptions = {
  readonly networks: Pick<Networks, 'analyzeNoise'>
  /** See `createNoiseTable`. */
  readonly noise: Float32Array
  readonly frameSamples: number
  /** Number of samples that the vocoder needs beyond its frames. */
  readonly extraSamples: number
}

/**
 * The background noise of a voice in the vocoder's format. Every segment begins at frame 0 of the same noise. So each block is
 * analysed once, on first use, and kept: 5 kB per frame.
 */
export class NoiseSource {
  readonly #options: NoiseSourceOptions
  /** Number of frames after which the noise repeats. */
  readonly #period: number
  /** First frame of a block -> the table, once it contains that block. */
  readonly #blocks = new Map<number, Promise<NoiseSpectra>>()
  /** Values for the whole period. Parts that are not analysed yet take no memory. */
  #table: NoiseSpectra | undefined

  constructor(options: NoiseSourceOptions) {
    this.#options = options
    this.#period = BLOCK_FRAMES * Math.max(1, Math.floor(NOISE_LENGTH / options.frameSamples / BLOCK_FRAMES))
  }

  /** Returns the noise of the frames from `from` up to and excluding `to`. The arrays may be views of the table and must not be written to. */
  async read(from: number, to: number): Promise<NoiseSpectra> {
    const start = from % this.#period
    const end = start + to - from
    if (end <= this.#period) return await this.#readTable(start, end)
    const [first, rest] = [await this.#readTable(start, this.#period), await this.read(0, end - this.#period)]
    return {
      spectra: joinSamples([first.spectra, rest.spectra]),
      excitation: joinSamples([first.excitation, rest.excitation]),
    }
  }

  async #readTable(from: number, to: number): Promise<NoiseSpectra> {
    const first = from - (from % BLOCK_FRAMES)
    let table = await this.#analyzed(first)
    for (let block = first + BLOCK_FRAMES; block < to; block += BLOCK_FRAMES) table = await this.#analyzed(block)
    return { spectra: this.#cut(table.spectra, from, to), excitation: this.#cut(table.excitation, from, to) }
  }

  #cut(values: Float32Array, from: number, to: number): Float32Array {
    const width = values.length / this.#period
    return values.subarray(from * width, to * width)
  }

  #analyzed(from: number): Promise<NoiseSpectra> {
    const known = this.#blocks.get(from)
    if (known !== undefined) return known
    const block = this.#analyze(from)
    this.#blocks.set(from, block)
    block.catch(() => this.#blocks.delete(from))
    return block
  }

  async #analyze(from: number): Promise<NoiseSpectra> {
    const { networks, noise, frameSamples, extraSamples } = this.#options
    const samples = new Float32Array(BLOCK_FRAMES * frameSamples + extraSamples)
    copyNoise(noise, from * frameSamples, samples)
    const { spectra, excitation } = await networks.analyzeNoise(samples)
    const roomFor = (values: Float32Array): Float32Array =>
      new Float32Array((values.length / BLOCK_FRAMES) * this.#period)
    this.#table ??= { spectra: roomFor(spectra), excitation: roomFor(excitation) }
    this.#cut(this.#table.spectra, from, from + BLOCK_FRAMES).set(spectra)
    this.#cut(this.#table.excitation, from, from + BLOCK_FRAMES).set(excitation)
    return this.#table
  }
}
