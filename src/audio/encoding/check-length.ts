import type { EncoderOptions } from './audio-encoder.ts'

type EncodedLength = {
  /** Named in the error. */
  readonly format: string
  readonly length: EncoderOptions['length']
  /** Samples that were encoded. */
  readonly samples: number
}

/** Throws if an encoder was told a length in samples and got another number of them. Its header is then wrong. */
export function checkLength({ format, length, samples }: EncodedLength): void {
  if (typeof length !== 'number' || length === samples) return
  throw new Error(`Cannot finish ${format}: ${samples} samples came, expected ${length}`)
}
