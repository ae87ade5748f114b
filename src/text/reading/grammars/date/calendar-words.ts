import { DAYS, findMonthName, MONTHS } from '../../../english/calendar.ts'
import { partOfSpeech } from '../../../english/common-words.ts'
import { wordList } from '../../../english/word-list.ts'
import type { Scene } from '../../scene.ts'
import type { Token } from '../../tokens/token.ts'
import { isCapitals, isDigits, isSmall, startsWithCapital } from '../../tokens/token-shape.ts'

const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/
/** One day of the month, or two with a dash between. */
export const DAYS_OF_MONTH = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:[-–](0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?)?$/
export const YEAR = /^(?:1\d|20)\d\d$/

/** Short names of months and days that are words or names of people as well: the scorer judges them where no date is beside. */
const OTHER_WORDS = wordList('short dates that are words')

/** The name of the month at a token, whatever its case; undefined for a word or a verb such as `may` and `march`. */
export function findMonth({ tokens }: Scene, index: number): string | undefined {
  const { text = '', lower = '', dotted = false } = tokens[index] ?? {}
  const month = findMonthName(MONTHS.get(lower) ?? 0)
  if (month === undefined) return undefined
  if (isCapitals(text, 3, 3) || (lower !== 'may' && OTHER_WORDS.has(lower)))
    return dotted || isBeforeFigure(tokens, index) || isAfterDay(tokens, index) ? month : undefined
  if (startsWithCapital(text)) return month
  if (lower === 'may' && isBeforeVerb(tokens, index)) return undefined
  const isWord = lower === 'may' || lower === 'march'
  return isAfterDay(tokens, index) || !isWord ? month : undefined
}

const BEHIND_MAY = wordList('verbs behind may')

/** `ages 8 to 11 may swim`, `only 3 may be late`: a verb behind it, without a mark between. */
function isBeforeVerb(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  if (next === undefined || tokens[index]!.after.length > 0) return false
  return BEHIND_MAY.has(next.lower) || partOfSpeech(next.lower) === 'v'
}

/** The name of the day at a token, whatever its case; undefined for a word such as `sun` and `sat`. */
export function findDay({ tokens }: Scene, index: number): string | undefined {
  const { text = '', lower = '' } = tokens[index] ?? {}
  const day = DAYS.get(lower)
  if (day === undefined || isCapitals(text, 3)) return day !== undefined && lower === day ? day : undefined
  return !OTHER_WORDS.has(lower) || isBesideDate(tokens, index) ? day : undefined
}

/** A date or an hour is next to the token; `he sat 3 times` counts something. */
function isBesideDate(tokens: readonly Token[], index: number): boolean {
  const at = tokens[index + 1]?.text === '@' ? index + 2 : index + 1
  const next = tokens[at]
  const counted = next?.after.length === 0 && isDigits(next.text) ? tokens[at + 1] : undefined
  const counts = counted !== undefined && isSmall(counted.text, 3) && !MONTHS.has(counted.lower)
  return next !== undefined && !counts && (WHEN.test(next.text) || MONTHS.has(next.lower))
}

/** A day of the month, an hour or a date in figures. */
const WHEN =
  /^(?:[0-3]?\d(?:st|nd|rd|th)?|\d{1,2}(?::\d\d)?(?:[-–]\d{1,2}(?::\d\d)?)?(?:[ap]\.?m?)?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/i

function isBeforeFigure(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index]!.after.length === 0 ? (tokens[index + 1]?.text ?? '') : ''
  return [/^'\d\d$/, DAYS_OF_MONTH, YEAR].some((shape) => shape.test(next))
}

function isAfterDay(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  return before?.after.length === 0 && DAY.test(before.text)
}
