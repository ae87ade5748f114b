import type { Resampler } from '../resampling/resampler.ts'
import type { AudioEncoder, EncodedEnd } from './audio-encoder.ts'
import { concatBytes } from './concat-bytes.ts'

/** Resamples the input of an encoder. */
export class ResamplingEncoder implements AudioEncoder {
  readonly #resampler: Resampler
  readonly #encoder: AudioEncoder

  constructor(resampler: Resampler, encoder: AudioEncoder) {
    this.#resampler = resampler
    this.#encoder = encoder
  }

  encode(samples: Float32Array): Uint8Array {
    return this.#encoder.encode(this.#resampler.resample(samples))
  }

  finish(): EncodedEnd {
    const rest = this.#encoder.encode(this.#resampler.flush())
    const end = this.#encoder.finish()
    return { ...end, tail: concatBytes([rest, end.tail]) }
  }

  abandon(): void {
    this.#resampler.close()
    this.#encoder.abandon()
  }
}
