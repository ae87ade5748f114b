import type { EncodedEnd, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'

/**
 * Requests from the owner of a thread. `encoder` names one encoder. Requests with a `call` are answered; an error of
 * the others is reported by the next call to the same encoder.
 */
export type EncoderRequest = { readonly encoder: number } & (
  | { readonly kind: 'open'; readonly options: EncoderOptions }
  | { readonly kind: 'encode'; readonly call: number; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'finish'; readonly call: number }
  /** One file for each of the outputs, all of the same samples. */
  | { readonly kind: 'openFiles'; readonly outputs: readonly EncoderOptions[] }
  | { readonly kind: 'add'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'finishFiles'; readonly call: number }
  | { readonly kind: 'abandon' }
)

/** The one answer to a call. */
export type EncoderResponse = { readonly call: number } & (
  | { readonly kind: 'encoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'finished'; readonly end: EncodedEnd }
  | { readonly kind: 'files'; readonly files: readonly EncodedFile[] }
  | { readonly kind: 'failed'; readonly error: unknown }
)

/** A finished file, in parts. */
export type EncodedFile = readonly Uint8Array[]
