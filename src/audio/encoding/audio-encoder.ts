import type { AudioTags } from './audio-tags.ts'

export const AUDIO_FORMATS = ['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm', 'mulaw'] as const

/** `opus` is Opus in Ogg; `aac` is AAC-LC in ADTS frames; `pcm` is headerless 16-bit little-endian; `mulaw` is headerless G.711 at 8 kHz. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

/** Formats whose header declares how long the audio is. */
export const FORMATS_WITH_LENGTH: ReadonlySet<AudioFormat> = new Set(['mp3', 'wav', 'flac'])

/** Whether all frames have the same bitrate, or each what it needs. */
export type BitrateMode = 'constant' | 'variable'

/** What a caller asks to get. */
export type OutputFormat = {
  readonly format: AudioFormat
  /** Hz; absent for the voice's own. */
  readonly sampleRate?: number
  /** kb/s of MP3, Opus and AAC; the mean if the mode is variable. Absent for the default of the sample rate. */
  readonly bitrate?: number
  /** Of MP3 and Opus; absent for constant MP3 and variable Opus. */
  readonly bitrateMode?: BitrateMode
  /** Metadata of the file, if its format can hold it. */
  readonly tags?: AudioTags
}

export type EncoderOptions = OutputFormat & {
  /** Hz of the samples that come in. */
  readonly inputSampleRate: number
  /** Hz of the encoded audio. */
  readonly sampleRate: number
  /**
   * `stream`: bytes are sent as they come, the length is not known.
   * `file`: a finished file; its header is known at the end, see `finish`.
   * A number: the length in input samples, known before the first: the header is right from the start.
   */
  readonly length: 'stream' | 'file' | number
}

/** What ends an encoding. */
export type EncodedEnd = {
  readonly tail: Uint8Array
  /** For `length: 'file'`: the true header, which replaces as many bytes at the start of the file. */
  readonly head?: Uint8Array
}

/** Turns PCM into the bytes of one file or stream. Used by one caller at a time; its bytes are copies that the caller owns. */
export interface AudioEncoder {
  /** Mono samples in [-1, 1]; what is outside is clipped. */
  encode(samples: Float32Array): Uint8Array
  finish(): EncodedEnd
  /** Frees what the encoder holds. Call it if `finish` is not reached; it is harmless after `finish`. */
  abandon(): void
}
