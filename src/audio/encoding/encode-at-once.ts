import type { PcmAudio } from '../pcm-audio.ts'
import { FORMATS_WITH_LENGTH, type OutputFormat } from './audio-encoder.ts'
import { concatBytes } from './concat-bytes.ts'
import type { Encoders } from './create-encoders.ts'
import { encoderOptions } from './encoder-options.ts'

/** Encodes audio in one call. The bytes are those of a stream whose length was known in advance. */
export async function encodeAtOnce(
  { samples, sampleRate }: PcmAudio,
  output: OutputFormat,
  encoders: Encoders,
): Promise<Uint8Array> {
  const length = FORMATS_WITH_LENGTH.has(output.format) ? samples.length : 'stream'
  const encoder = await encoders.open(encoderOptions(output, { sampleRate, length }))
  try {
    return concatBytes([encoder.encode(samples), encoder.finish().tail])
  } finally {
    encoder.abandon()
  }
}
