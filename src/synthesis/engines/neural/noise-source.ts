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
  readonly #blocks = new Map<number, Promise<NoiseSpectra>>()

  constructor(options: NoiseSourceOptions) {
    this.#options = options
    this.#period = BLOCK_FRAMES * Math.max(1, Math.floor(NOISE_LENGTH / options.frameSamples / BLOCK_FRAMES))
  }

  /** Of the frames from `from` to before `to`, in arrays of their own. */
  async read(from: number, to: number): Promise<NoiseSpectra> {
    const parts: NoiseSpectra[] = []
    for (let at = from; at < to; ) {
      const inBlock = at % BLOCK_FRAMES
      const count = Math.min(to - at, BLOCK_FRAMES - inBlock)
      const { spectra, excitation } = await this.#block((at - inBlock) % this.#period)
      const cut = (values: Float32Array): Float32Array => {
        const width = values.length / BLOCK_FRAMES
        return values.subarray(inBlock * width, (inBlock + count) * width)
      }
      parts.push({ spectra: cut(spectra), excitation: cut(excitation) })
      at += count
    }
    return {
      spectra: joinSamples(parts.map((part) => part.spectra)),
      excitation: joinSamples(parts.map((part) => part.excitation)),
    }
  }

  #block(from: number): Promise<NoiseSpectra> {
    const known = this.#blocks.get(from)
    if (known !== undefined) return known
    const { networks, noise, frameSamples, extraSamples } = this.#options
    const samples = new Float32Array(BLOCK_FRAMES * frameSamples + extraSamples)
    copyNoise(noise, from * frameSamples, samples)
    const block = networks.analyzeNoise(samples)
    this.#blocks.set(from, block)
    block.catch(() => this.#blocks.delete(from))
    return block
  }
}
