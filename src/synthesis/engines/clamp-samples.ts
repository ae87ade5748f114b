/** Samples that are all in [-1, 1], as models do not promise: the few beyond are cut off. */
export function clampSamples(samples: Float32Array): Float32Array {
  return samples.map((sample) => Math.min(1, Math.max(-1, sample)))
}
