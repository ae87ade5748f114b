/** At each place the mean of the values up to `reach` away; beyond the ends the first and the last value go on. */
export function runningMean(values: Float32Array, reach: number): Float32Array {
  const at = (i: number): number => values[Math.min(values.length - 1, Math.max(0, i))]!
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += at(i)
  return values.map((_, i) => {
    const mean = sum / (2 * reach + 1)
    sum += at(i + reach + 1) - at(i - reach)
    return mean
  })
}
