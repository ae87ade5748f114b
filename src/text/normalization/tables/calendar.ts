import { wordSet } from '../../language/word-set.ts'

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ')
const DAY_NAMES = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')

/** Month names and their abbreviations, lower case without a stop, to the number 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...MONTH_NAMES.map((name, i) => [name, i + 1] as const),
  ...MONTH_NAMES.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
])

/** Day names and their abbreviations, lower case without a stop, to the full name. */
export const DAYS: ReadonlyMap<string, string> = new Map([
  ...DAY_NAMES.flatMap((name) => [[name, name] as const, [name.slice(0, 3), name] as const]),
  ['tues', 'tuesday'],
  ['weds', 'wednesday'],
  ['thur', 'thursday'],
  ['thurs', 'thursday'],
])

/** What follows `p.m.` with a capital letter inside one sentence, besides days and months. */
export const TIME_ZONES = wordSet(
  'est edt cst cdt mst mdt pst pdt gmt utc bst cet cest eastern pacific central mountain et pt ct mt',
)

/** `november` for 11. */
export function findMonthName(month: number): string | undefined {
  return MONTH_NAMES[month - 1]
}

/** Matches a lower-case word that begins like a month (`jan`, `september`) or as `other` says. */
export function startsLikeMonth(other: string): RegExp {
  return new RegExp(`^(?:${other}|${MONTH_NAMES.map((name) => name.slice(0, 3)).join('|')})`)
}

/** Short forms of months and days that are no words: lower case, before a figure. */
export const SHORT_CALENDAR_WORDS: ReadonlySet<string> = new Set(
  [...MONTHS.keys(), ...DAYS.keys()].filter(
    (word) => word.length < 6 && !/^(?:march|april|may|june|july|mar|sun|sat|mon|wed)$/.test(word),
  ),
)
