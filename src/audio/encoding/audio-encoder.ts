import type { AudioTags } from './audio-tags.ts'

export const AUDIO_FORMATS = ['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm', 'mulaw', 'alaw'] as const

/** `opus` is Opus in Ogg; `aac` is AAC-LC in ADTS frames; `pcm` is headerless 16-bit little-endian; `mulaw` and `alaw` are headerless G.711 at 8 kHz. */
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

/** Formats whose header declares how long the audio is. */
export const FORMATS_WITH_LENGTH: ReadonlySet<AudioFormat> = new Set(['mp3', 'wav', 'flac'])

/** `constant`: all frames have the same bitrate. `variable`: each frame uses the bitrate that it needs. */
export type BitrateMode = 'constant' | 'variable'

/** The output that a caller asks for. */
export type OutputFormat = {
  readonly format: AudioFormat
  /** Hz; absent for the voice's own. */
  readonly sampleRate?: number
  /** kb/s, for MP3, Opus and AAC; the mean if the mode is variable. Absent for the default of the sample rate. */
  readonly bitrate?: number
  /** For MP3 and Opus. If absent, MP3 is constant and Opus is variable. */
  readonly bitrateMode?: BitrateMode
  /** Metadata to write into the file, if its format supports it. */
  readonly tags?: AudioTags
}

export type EncoderOptions = OutputFormat & {
  /** Sample rate of the input, in Hz. */
  readonly inputSampleRate: number
  /** Sample rate of the encoded audio, in Hz. */
  readonly sampleRate: number
  /**
   * `stream`: bytes are sent as they are produced, and the length is unknown.
   * `file`: a finished file; its header is known at the end, see `finish`.
   * A number: the length in input samples, known before the first one, so that the header is correct from the start.
   */
  readonly length: 'stream' | 'file' | number
}

/** The end of an encoding. */
export type EncodedEnd = {
  readonly tail: Uint8Array
  /** For `length: 'file'`: the final header, which replaces the same number of bytes at the start of the file. */
  readonly head?: Uint8Array
}

/** Encodes PCM as one file or stream. Used by one caller at a time. The caller owns the returned bytes. */
export interface AudioEncoder {
  /** Encodes mono samples; values outside [-1, 1] are clipped. */
  encode(samples: Float32Array): Uint8Array
  finish(): EncodedEnd
  /** Frees the encoder's resources. Call it if `finish` is not reached; it does nothing after `finish`. */
  abandon(): void
}
