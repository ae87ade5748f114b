import type { EncodedEnd, EncoderOptions } from '../audio/encoding/audio-encoder.ts'

/** What the owner of a thread asks of it. `encoder` names one encoder, `call` this request. */
export type EncoderRequest = { readonly call: number; readonly encoder: number } & (
  | { readonly kind: 'open'; readonly options: EncoderOptions }
  | { readonly kind: 'encode'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly kind: 'finish' }
  | { readonly kind: 'abandon' }
)

/** The one answer to a request, except to `abandon`, which has none. */
export type EncoderResponse = { readonly call: number } & (
  | { readonly kind: 'opened' }
  | { readonly kind: 'encoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'finished'; readonly end: EncodedEnd }
  | { readonly kind: 'failed'; readonly error: unknown }
)
