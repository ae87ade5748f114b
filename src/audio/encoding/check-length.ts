import type { EncoderOptions } from './audio-encoder.ts'

type EncodedLength = {
  /** Name of the format in the error. */
  readonly format: string
  readonly length: EncoderOptions['length']
  /** Number of samples that were encoded. */
  readonly samples: number
}

/** Throws if the declared length in samples differs from the number that was encoded: the header is then wrong. */
export function checkLength({ format, length, samples }: EncodedLength): void {
  if (typeof length !== 'number' || length === samples) return
  throw new Error(`Cannot finish ${format}: ${samples} samples came, expected ${length}`)
}
