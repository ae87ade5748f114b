/** Sample rates in Hz, whole numbers. */
export type ResamplingRates = { readonly from: number; readonly to: number }

/** Changes the sample rate of one stretch of audio, chunk by chunk and without delay: the first sample stays first. */
export interface Resampler {
  /** Returns the output that is ready, which may be empty. If the rates are equal, this is the input itself. */
  resample(samples: Float32Array): Float32Array
  /** Returns the rest and closes the resampler. All outputs together have `resampledLength` samples. */
  flush(): Float32Array
  /** Frees the resampler's memory. Call it if `flush` is not reached; it does nothing after `flush`. */
  close(): void
}

export type CreateResampler = (rates: ResamplingRates) => Resampler

/** Number of output samples for `samples` input samples. */
export function resampledLength(samples: number, { from, to }: ResamplingRates): number {
  return Math.round((samples * to) / from)
}
