import { DAYS, MONTHS } from '../../english/calendar.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import { matchAt } from '../../match-at.ts'
import type { Token } from './token.ts'
import { endsWithDigit, isDigits, startsWithDigit } from './token-shape.ts'

const DASH = withSigns(/[-–] +([A-Za-z]{3,9}(?![A-Za-z])|¤?\d[\d:/.]*)/y)

/** Whether the dash at `at` is between the ends of a range: `6 am - 9 pm`, `Mon - Fri`, `Jan 4 - Feb 6`. */
export function spansRange(
  tokens: readonly Pick<Token, 'lower' | 'after' | 'end'>[],
  text: string,
  at: number,
): boolean {
  const last = tokens.at(-1)
  const end = matchAt(DASH, text, at)?.[1]?.toLowerCase()
  if (last === undefined || end === undefined) return false
  const isHour = /^\d{0,2}(?::\d\d)?[ap]\.?m$/.test(last.lower)
  const isAfterStop = last.after.length === 1 && last.after[0]?.kind === '.' && (isHour || isCalendarWord(last.lower))
  if (last.after.length > 0 && !isAfterStop) return false
  if (/\d[:/.]*$/.test(end))
    return isHour || /^(?:noon|midnight)$/.test(last.lower) || endsWithDigit(last.lower) || MONTHS.has(last.lower)
  if (!isCalendarWord(end))
    return /^(?:noon|midnight|present|now|today)$/.test(end) && (isHour || endsWithDigit(last.lower))
  if (MONTHS.has(end)) return MONTHS.has(last.lower) || (startsWithDigit(last.lower) && isDated(tokens))
  return DAYS.has(last.lower) || MONTHS.has(last.lower) || (startsWithDigit(last.lower) && isDated(tokens))
}

const JOINED_DASH = /^[^-–]+(?=[-–][A-Za-z\d])/
const DAY = /^[0-3]?\d(?:st|nd|rd|th)?$/

/**
 * The first end of a range whose dash has no space: `3` in `Oct 3–Nov 12`, `Dec` in `22 Dec–3 Jan`, `22:00` in
 * `Sat 22:00–Sun 06:00`. Undefined if the piece is no such range. `behind` is the text after it.
 */
export function findRangeStart(
  piece: string,
  tokens: readonly Pick<Token, 'lower' | 'after' | 'end'>[],
  behind: string,
): string | undefined {
  const first = JOINED_DASH.exec(piece)?.[0] ?? ''
  const last = piece.slice(first.length + 1).toLowerCase()
  const before = tokens.at(-1)
  if (first === '' || last.includes('-') || before === undefined) return undefined
  const endsDate = MONTHS.has(first.toLowerCase())
    ? DAY.test(before.lower)
    : /^[12]\d{3}$/.test(first) && MONTHS.has(before.lower)
  if (endsDate && isMonthAhead(last, behind)) return first
  if (!startsWithDigit(first) || !isCalendarWord(last)) return undefined
  if (MONTHS.has(last)) return MONTHS.has(before.lower) ? first : undefined
  return /\d\D/.test(first) || isCalendarWord(before.lower) ? first : undefined
}

/** A day of the month is followed by its month. */
function isMonthAhead(day: string, behind: string): boolean {
  return DAY.test(day) && MONTHS.has(/^ ([A-Za-z]{3,9})/.exec(behind)?.[1]?.toLowerCase() ?? '')
}

function isCalendarWord(lower: string): boolean {
  return MONTHS.has(lower) || DAYS.has(lower)
}

function isDated(tokens: readonly Pick<Token, 'lower'>[]): boolean {
  return isCalendarWord(tokens.at(-2)?.lower ?? '')
}

/** Whether the dash at `at` is between a date and an hour, which are no ends of one range: `5/15 – 10:00`. */
export function partsDateAndHour(last: Pick<Token, 'lower'>, text: string, at: number): boolean {
  const end = matchAt(DASH, text, at)?.[1]
  if (end === undefined || !startsWithDigit(end)) return false
  const isHour = /:\d|[ap]\.?m$/.test(last.lower)
  return (
    (/\d\/\d/.test(last.lower) && !end.includes('/')) || (/:\d/.test(end) && !isHour && !isDigits(last.lower, 1, 2))
  )
}
