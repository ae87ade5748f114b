/** At each place the mean of the values up to `reach` away; beyond the ends the first and the last value go on. */
export function runningMean(values: Float32Array, reach: number): Float32Array {
  const last = values.length - 1
  const means = new Float32Array(values.length)
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += values[Math.min(last, Math.max(0, i))]!
  // A loop: every sample passes here, and `map` makes an object of each.
  for (let i = 0; i <= last; i++) {
    means[i] = sum / (2 * reach + 1)
    sum += values[Math.min(last, i + reach + 1)]! - values[Math.max(0, i - reach)]!
  }
  return means
}
