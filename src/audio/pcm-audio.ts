/** Mono PCM; samples in [-1, 1]. */
export type PcmAudio = {
  /** Hz. */
  readonly sampleRate: number
  readonly samples: Float32Array
}
