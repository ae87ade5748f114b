import { DAYS, MONTHS } from '../../english/calendar.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import type { Token } from './token.ts'

const DASH = withSigns(/[-–] +([A-Za-z]{3,9}(?![A-Za-z])|¤?\d[\d:/.]*)/y)

/** Whether the dash at `at` is between the ends of a range: `6 am - 9 pm`, `Mon - Fri`, `Jan 4 - Feb 6`. */
export function spansRange(
  tokens: readonly Pick<Token, 'lower' | 'after' | 'end'>[],
  text: string,
  at: number,
): boolean {
  const last = tokens.at(-1)
  DASH.lastIndex = at
  const end = DASH.exec(text)?.[1]?.toLowerCase()
  if (last === undefined || end === undefined) return false
  const isHour = /^\d{0,2}(?::\d\d)?[ap]\.?m$/.test(last.lower)
  const isAfterStop = last.after.length === 1 && last.after[0]?.kind === '.' && (isHour || isCalendarWord(last.lower))
  if (last.after.length > 0 && !isAfterStop) return false
  if (/\d[:/.]*$/.test(end))
    return isHour || /^(?:noon|midnight)$/.test(last.lower) || /\d$/.test(last.lower) || MONTHS.has(last.lower)
  if (!isCalendarWord(end))
    return /^(?:noon|midnight|present|now|today)$/.test(end) && (isHour || /\d$/.test(last.lower))
  if (MONTHS.has(end)) return MONTHS.has(last.lower) || (/^\d/.test(last.lower) && isDated(tokens))
  return DAYS.has(last.lower) || MONTHS.has(last.lower) || (/^\d/.test(last.lower) && isDated(tokens))
}

function isCalendarWord(lower: string): boolean {
  return MONTHS.has(lower) || DAYS.has(lower)
}

function isDated(tokens: readonly Pick<Token, 'lower'>[]): boolean {
  return isCalendarWord(tokens.at(-2)?.lower ?? '')
}

/** Whether the dash at `at` is between a date and an hour, which are no ends of one range: `5/15 – 10:00`. */
export function partsDateAndHour(last: Pick<Token, 'lower'>, text: string, at: number): boolean {
  DASH.lastIndex = at
  const end = DASH.exec(text)?.[1]
  if (end === undefined || !/^\d/.test(end)) return false
  const isHour = /:\d|[ap]\.?m$/.test(last.lower)
  return (
    (/\d\/\d/.test(last.lower) && !end.includes('/')) || (/:\d/.test(end) && !isHour && !/^\d{1,2}$/.test(last.lower))
  )
}
