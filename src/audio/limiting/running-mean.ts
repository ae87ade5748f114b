/** Running mean of the values within `reach`. The first and the last value extend beyond the ends. */
export function runningMean(values: Float32Array, reach: number): Float32Array {
  const last = values.length - 1
  const means = new Float32Array(values.length)
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += values[Math.min(last, Math.max(0, i))]!
  // A plain loop: every sample passes here, and `map` would box each one.
  for (let i = 0; i <= last; i++) {
    means[i] = sum / (2 * reach + 1)
    sum += values[Math.min(last, i + reach + 1)]! - values[Math.max(0, i - reach)]!
  }
  return means
}
