/** Differences in milliseconds between starts that the service reports and those that an aligner finds. */
export type TimeErrors = {
  readonly count: number
  /** Mean without its sign. */
  readonly mean: number
  readonly median: number
  readonly ninetiethPercentile: number
  /** Mean with its sign: above 0 if the aligner finds them later. */
  readonly bias: number
}

/** Sums up differences in milliseconds, each above 0 if the aligner finds the start later. */
export function describeTimeErrors(errors: readonly number[]): TimeErrors {
  const distances = errors.map(Math.abs).sort((a, b) => a - b)
  return {
    count: errors.length,
    mean: mean(distances),
    median: distances[distances.length >> 1]!,
    ninetiethPercentile: distances[Math.floor(0.9 * distances.length)]!,
    bias: mean(errors),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
