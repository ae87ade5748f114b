/** Hz, whole numbers. */
export type ResamplingRates = { readonly from: number; readonly to: number }

/** Changes the sample rate of one stretch of audio, chunk by chunk and without delay: the first sample stays the first. */
export interface Resampler {
  /** What is ready of the output; may be empty, and the input itself where the rates are equal. */
  resample(samples: Float32Array): Float32Array
  /** The rest: all outputs together are `resampledLength` long. Closes the resampler. */
  flush(): Float32Array
  /** Frees its memory. Needed where `flush` is not reached; harmless after it. */
  close(): void
}

export type CreateResampler = (rates: ResamplingRates) => Resampler

/** How many samples `samples` become. */
export function resampledLength(samples: number, { from, to }: ResamplingRates): number {
  return Math.round((samples * to) / from)
}
