import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { Encoders } from '../../audio/encoding/create-encoders.ts'
import { encodeAtOnce } from '../../audio/encoding/encode-at-once.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { deferRejection } from '../defer-rejection.ts'
import { isShort } from '../segments/join-short-speech.ts'
import { loadEncoders } from './load-audio-libraries.ts'

/** Loaded for the first stream. Threads that render only clips need none. */
let libraries: Promise<Encoders> | undefined

/** Encodes a segment that is short and comes as one chunk. All other chunks pass through, to be encoded in another thread. */
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
