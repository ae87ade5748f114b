/** Hz, whole numbers. */
export type ResamplingRates = { readonly from: number; readonly to: number }

/** Changes the sample rate of one stretch of audio, chunk by chunk and without delay: the first sample stays the first. */
export interface Resampler {
  /** Output that is ready; may be empty. If the rates are equal, the input itself. */
  resample(samples: Float32Array): Float32Array
  /** The rest: all outputs together are `resampledLength` long. Closes the resampler. */
  flush(): Float32Array
  /** Frees its memory. Call it if `flush` is not reached; it is harmless after `flush`. */
  close(): void
}

export type CreateResampler = (rates: ResamplingRates) => Resampler

/** How many samples `samples` become. */
export function resampledLength(samples: number, { from, to }: ResamplingRates): number {
  return Math.round((samples * to) / from)
}
