/**
 * The accounts that need more than an equal share of `capacity` once all modest needs are met (max-min fairness). Empty if all needs
 * fit. Needs and capacity are in the same unit.
 */
export function greedyAccounts(needs: ReadonlyMap<string, number>, capacity: number): ReadonlySet<string> {
  const ascending = [...needs].sort(([, one], [, other]) => one - other)
  let left = capacity
  for (const [i, [, need]] of ascending.entries()) {
    if (need > left / (ascending.length - i)) return new Set(ascending.slice(i).map(([account]) => account))
    left -= need
  }
  return new Set()
}
