/** Multiplies each sample by its factor. Uses a loop: in long audio, `map` with a closure spends most of its time on garbage. */
export function multiplySamples(samples: Float32Array, factors: Float32Array): Float32Array {
  const products = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) products[i] = samples[i]! * factors[i]!
  return products
}
