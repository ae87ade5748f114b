import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { EncoderThreads } from './encoder-threads.ts'
import { encoderOptions } from './output-format.ts'

/** Speech that is there whole. */
export type WholeSpeech = {
  readonly sampleRate: number
  readonly chunks: readonly Float32Array[]
  /** In samples. */
  readonly length: number
}

/** Encodes speech whose length is known; returns the file in parts. */
export async function encodeWhole(
  { sampleRate, chunks, length }: WholeSpeech,
  output: OutputFormat,
  encoders: EncoderThreads,
): Promise<readonly Uint8Array[]> {
  const encoder = await encoders.open(encoderOptions(output, { sampleRate, length }))
  try {
    const parts = await Promise.all(chunks.map((chunk) => encoder.encode(chunk)))
    return [...parts, (await encoder.finish()).tail]
  } finally {
    encoder.abandon()
  }
}
