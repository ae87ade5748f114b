export const PERIODS = { month: 'This month', previous: 'Last month', quarter: 'Last 90 days', year: 'Last 365 days' }
export type Period = keyof typeof PERIODS

export const DAY_MS = 86_400_000

/** The first and the last day of a period in UTC, such as `2026-03-14`. */
export function daysOf(period: Period, now: number): { readonly from: string; readonly to: string } {
  const date = new Date(now)
  const startOfMonth = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
  switch (period) {
    case 'month':
      return { from: dayOf(startOfMonth(0)), to: dayOf(now) }
    case 'previous':
      return { from: dayOf(startOfMonth(-1)), to: dayOf(startOfMonth(0) - DAY_MS) }
    case 'quarter':
      return { from: dayOf(now - 89 * DAY_MS), to: dayOf(now) }
    case 'year':
      return { from: dayOf(now - 364 * DAY_MS), to: dayOf(now) }
  }
}

/** The day of a time in UTC, such as `2026-03-14`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
