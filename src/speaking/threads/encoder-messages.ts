import type { EncodedEnd, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'

/** A finished file, in parts. */
export type EncodedFile = readonly Uint8Array[]

type Samples = { readonly samples: Float32Array<ArrayBuffer> }

/** One encoder; its owner numbers it. */
export type EncoderNumber = { readonly encoder: number }

/**
 * What an encoder thread can be called for. Calls to one encoder are carried out in their order. An error of a call that is not
 * answered is reported by the next call to the same encoder.
 */
export type EncoderCalls = {
  open(input: EncoderNumber & { readonly options: EncoderOptions }): Promise<void>
  encode(input: EncoderNumber & Samples): Promise<Uint8Array>
  /** The last samples: what `encode` gives, and the tail. The encoder has ended then. */
  encodeLast(input: EncoderNumber & Samples): Promise<Uint8Array>
  finish(input: EncoderNumber): Promise<EncodedEnd>
  /** One file for each of the outputs, all of the same samples. */
  openFiles(input: EncoderNumber & { readonly outputs: readonly EncoderOptions[] }): Promise<void>
  add(input: EncoderNumber & Samples): Promise<void>
  finishFiles(input: EncoderNumber): Promise<readonly EncodedFile[]>
  abandon(input: EncoderNumber): Promise<void>
}
