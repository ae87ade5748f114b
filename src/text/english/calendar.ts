import rows from '../../../data/english/calendar.json' with { type: 'json' }
import { listCell } from './list-cell.ts'

const MONTH_ROWS = rows.filter(({ kind }) => kind === 'month')
const DAY_ROWS = rows.filter(({ kind }) => kind === 'day')

/** Month names and their abbreviations, lower case without a stop, to the number 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_ROWS.flatMap(({ name, short }, i) => [name, ...listCell(short)].map((form) => [form, i + 1] as const)),
)

/** Day names and their abbreviations, lower case without a stop, to the full name. */
export const DAYS: ReadonlyMap<string, string> = new Map(
  DAY_ROWS.flatMap(({ name, short }) => [name, ...listCell(short)].map((form) => [form, name] as const)),
)

/** Days by one or two letters of a timetable, to the full name: `M`, `Th`. */
export const LETTER_DAYS: ReadonlyMap<string, string> = new Map(
  DAY_ROWS.flatMap(({ name, letters }) => listCell(letters).map((form) => [form, name] as const)),
)

/** `november` for 11. */
export function findMonthName(month: number): string | undefined {
  return MONTH_ROWS[month - 1]?.name
}

/** The name of the day or the month that a word is or is short for, in any case: `Tues`, `sept`. */
export function findDayOrMonth(word: string): string | undefined {
  const lower = word.toLowerCase()
  return DAYS.get(lower) ?? findMonthName(MONTHS.get(lower) ?? 0)
}
