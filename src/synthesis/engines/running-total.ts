/** Running sums, starting with 0: one entry more than there are values. */
export function runningTotal(values: readonly number[]): readonly number[] {
  const totals = [0]
  for (const value of values) totals.push(totals.at(-1)! + value)
  return totals
}
