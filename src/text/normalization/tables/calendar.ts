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

/** `november` for 11. */
export function findMonthName(month: number): string | undefined {
  return MONTH_NAMES[month - 1]
}
