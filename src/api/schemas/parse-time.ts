import { MAX_TIME } from '../../storage/storable.ts'
import { refuseValue } from './refuse-value.ts'

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** What `parseTime` reads, for error messages and documents. */
export const TIME_FORM = 'epoch milliseconds, or a date or time in ISO 8601 such as 2026-03-14 or 2026-03-14T09:30:00Z'

/** The time of a query parameter in epoch milliseconds; a date is its midnight in UTC. Throws MISSING_ARGUMENT. */
export function parseTime(name: string, text: string): number {
  const time = /^\d{1,15}$/.test(text) ? Number(text) : parseIsoTime(text)
  if (time !== undefined && time > MAX_TIME) throw refuseValue(name, text, 'a time before the year 10000')
  if (time === undefined) throw refuseValue(name, text, TIME_FORM)
  return time
}

/** The epoch milliseconds of a date or time in ISO 8601; a date is its midnight in UTC. Undefined if there is no such time. */
export function parseIsoTime(text: string): number | undefined {
  const time = ISO.test(text) && hasItsDay(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Whether the month of a date has the day. JavaScript takes 30 February for 2 March. */
function hasItsDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() === day
}
