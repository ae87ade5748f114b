import { type CreateResampler, resampledLength } from '../resampling/resampler.ts'
import { openAacEncoder } from './aac/aac-encoder.ts'
import { VoAacEnc } from './aac/vo-aacenc.ts'
import type { AudioEncoder, EncoderOptions } from './audio-encoder.ts'
import { openFlacEncoder } from './flac/flac-encoder.ts'
import { openG711Encoder } from './g711/g711-encoder.ts'
import { Id3TaggedEncoder } from './id3/id3-tagged-encoder.ts'
import { LamePool } from './mp3/lame-pool.ts'
import { openMp3Encoder } from './mp3/mp3-encoder.ts'
import { LibOpus } from './opus/libopus.ts'
import { openOpusEncoder, opusSampleRate } from './opus/opus-encoder.ts'
import { openPcmEncoder } from './pcm-encoder.ts'
import { ResamplingEncoder } from './resampling-encoder.ts'

export type EncoderLibraries = {
  /** The compiled `data/codecs/lame.wasm`. */
  readonly mp3: WebAssembly.Module
  /** Compiles `data/codecs/opus.wasm`. Called on the first use of Opus, and again only if that failed. */
  readonly loadOpus: () => Promise<WebAssembly.Module>
  /** Compiles `data/codecs/aac.wasm`. Called on the first use of AAC, and again only if that failed. */
  readonly loadAac: () => Promise<WebAssembly.Module>
  readonly createResampler: CreateResampler
}

export type Encoders = {
  /** Throws if the format does not support the sample rate. */
  open(options: EncoderOptions): Promise<AudioEncoder>
}

/** Encoders for every format; they share the libraries' memory and reuse their instances. */
export function createEncoders({ mp3, loadOpus, loadAac, createResampler }: EncoderLibraries): Encoders {
  const lamePool = new LamePool(mp3)
  const openOpus = loadOnce(async () => new LibOpus(await loadOpus()))
  const openAac = loadOnce(async () => new VoAacEnc(await loadAac()))
  const openAtOwnRate = async (options: EncoderOptions): Promise<AudioEncoder> => {
    const { format, tags } = options
    // A format without a case does not compile.
    switch (format) {
      case 'mp3': {
        const encoder = openMp3Encoder(lamePool, options)
        return tags === undefined ? encoder : new Id3TaggedEncoder(encoder, { ...options, tags })
      }
      case 'flac':
        return openFlacEncoder(options)
      case 'mulaw':
      case 'alaw':
        return openG711Encoder({ ...options, format })
      case 'aac':
        return openAacEncoder(await openAac(), options)
      case 'opus':
        return openOpusEncoder(await openOpus(), options)
      case 'wav':
      case 'pcm':
        return openPcmEncoder(options)
    }
  }

  return {
    async open(options) {
      const { inputSampleRate, length } = options
      const ownRate = options.format === 'opus' ? opusSampleRate(options.sampleRate) : options.sampleRate
      if (inputSampleRate === ownRate) return openAtOwnRate(options)
      const rates = { from: inputSampleRate, to: ownRate }
      const ownLength = typeof length === 'number' ? resampledLength(length, rates) : length
      const encoder = await openAtOwnRate({ ...options, inputSampleRate: ownRate, length: ownLength })
      return new ResamplingEncoder(createResampler(rates), encoder)
    },
  }
}

/** Loads a value on first use, and again only if that failed. */
function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
