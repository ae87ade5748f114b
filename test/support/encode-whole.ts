import type { EncoderOptions } from '../../src/audio/encoding/audio-encoder.ts'
import { loadEncoders } from './load-audio.ts'

const encoders = loadEncoders()

type EncodeWholeOptions = EncoderOptions & {
  /** Samples that the encoder gets at a time. */
  readonly chunk?: number
}

/** The bytes of a whole file or stream, its true head in place. */
export async function encodeWhole(samples: Float32Array, { chunk = 1000, ...options }: EncodeWholeOptions) {
  const encoder = await (await encoders).open(options)
  const parts: Uint8Array[] = []
  for (let start = 0; start < samples.length; start += chunk)
    parts.push(encoder.encode(samples.subarray(start, start + chunk)))
  const { head, tail } = encoder.finish()
  const bytes = Buffer.concat([...parts, tail])
  if (head !== undefined) bytes.set(head)
  return bytes
}
