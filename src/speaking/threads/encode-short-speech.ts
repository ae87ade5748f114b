import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { Encoders } from '../../audio/encoding/create-encoders.ts'
import { encodeAtOnce } from '../../audio/encoding/encode-at-once.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { deferRejection } from '../defer-rejection.ts'
import { isShort } from '../segments/join-short-speech.ts'
import { loadEncoders } from './load-audio-libraries.ts'

/** Loaded with the first stream, because threads that render only clips do not need them. */
let libraries: Promise<Encoders> | undefined

/** Encodes a short segment that comes as one chunk. All other chunks pass through; another thread encodes them. */
export async function* encodeShortSpeech(
  speech: AsyncIterable<SpeechChunk>,
  encoding: OutputFormat,
): AsyncGenerator<SpeechChunk> {
  libraries ??= deferRejection(loadEncoders())
  for await (const chunk of speech) {
    const isWhole = chunk.segmentSamples === chunk.audio.samples.length
    yield isWhole && isShort(chunk)
      ? { ...chunk, encoded: await encodeAtOnce(chunk.audio, encoding, await libraries) }
      : chunk
  }
}
