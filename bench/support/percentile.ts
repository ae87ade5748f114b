/** The value that `share` (0 to 1) of the values do not exceed; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Milliseconds with one decimal below a hundred. */
export function formatMs(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 100 ? 1 : 0)
}

/** How many times `rival` `ours` is. */
export function formatRatio(ours: number, rival: number): string {
  return `${(ours / rival).toFixed(2)}x`
}
