/** Clamps samples to [-1, 1]. Models can exceed that range slightly. */
export function clampSamples(samples: Float32Array): Float32Array {
  return samples.map((sample) => Math.min(1, Math.max(-1, sample)))
}
