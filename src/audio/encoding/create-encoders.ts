import { type CreateResampler, resampledLength } from '../resampling/resampler.ts'
import type { AudioEncoder, EncoderOptions } from './audio-encoder.ts'
import { LamePool } from './mp3/lame-pool.ts'
import { openMp3Encoder } from './mp3/mp3-encoder.ts'
import { openPcmEncoder } from './pcm-encoder.ts'
import { ResamplingEncoder } from './resampling-encoder.ts'

export type EncoderLibraries = {
  /** `mp3.wasm` of wasm-media-encoders, compiled. */
  readonly mp3: WebAssembly.Module
  readonly createResampler: CreateResampler
}

export type Encoders = {
  /** Throws where the format does not know the sample rate. */
  open(options: EncoderOptions): Promise<AudioEncoder>
}

/** Encoders for every format; they share the libraries' memory and reuse their instances. */
export function createEncoders({ mp3, createResampler }: EncoderLibraries): Encoders {
  const lamePool = new LamePool(mp3)
  const openAtOwnRate = (options: EncoderOptions): Promise<AudioEncoder> | AudioEncoder =>
    options.format === 'mp3' ? openMp3Encoder(lamePool, options) : openPcmEncoder(options)

  return {
    async open(options) {
      const { inputSampleRate, sampleRate, length } = options
      if (inputSampleRate === sampleRate) return openAtOwnRate(options)
      const rates = { from: inputSampleRate, to: sampleRate }
      const outputLength = typeof length === 'number' ? resampledLength(length, rates) : length
      const encoder = await openAtOwnRate({ ...options, inputSampleRate: sampleRate, length: outputLength })
      return new ResamplingEncoder(createResampler(rates), encoder)
    },
  }
}
