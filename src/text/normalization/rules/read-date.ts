import { spellOrdinal, spellYear } from '../numbers/spell-number.ts'
import { phraseDate } from '../pieces/phrase-date.ts'
import { type Reading, type Scene, tokenAfter, tokenBefore } from '../scene.ts'
import { say } from '../spoken-word.ts'
import { AMBIGUOUS_CALENDAR_WORDS, DAYS, findMonthName, MONTHS } from '../tables/calendar.ts'
import type { Token } from '../tokens/token.ts'

const DAY = /^(0?[1-9]|[12]\d|3[01])(st|nd|rd|th)?$/
const DAY_RANGE = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?[-–](0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/
const YEAR = /^(?:1\d|20)\d\d$/

/** Month, day and year over several tokens, in either order: `Nov. 3rd, 2026`, `3 November 2026`, `May 2020`, `Mon, Nov 3`. */
export function readDate(scene: Scene, index: number): Reading | undefined {
  const token = scene.tokens[index]!
  if (findMonth(token) !== undefined) return readMonthFirst(scene, index)
  if (/^\d{1,2}\/\d{1,2}$/.test(token.text)) return readDayAndMonth(scene, index)
  if (DAY.test(token.text) || DAY_RANGE.test(token.text)) return readDayFirst(scene, index)
  return readDayName(scene, index)
}

/** The name of a month that begins with a capital or is no everyday word. */
function findMonth({ text, lower, dotted }: Token): string | undefined {
  const month = MONTHS.get(lower)
  if (month === undefined) return undefined
  if (!/^[A-Z]/.test(text))
    return /^(?:may|march|mar|dec|jan|jun|oct|sep|feb|nov|apr|aug|jul|sept)$/.test(lower) && !dotted
      ? undefined
      : findMonthName(month)
  return findMonthName(month)
}

function readMonthFirst(scene: Scene, index: number): Reading | undefined {
  const month = findMonth(scene.tokens[index]!)!
  const next = tokenAfter(scene, index)
  if (next !== undefined && YEAR.test(next.text)) return [say(month), say(spellYear(next.text, scene.locale))]
  const days = next === undefined ? undefined : phraseDays(next.text, scene)
  if (days === undefined) return readMonthAlone(scene, index, month)
  const parts = [say(month), say(scene.locale === 'en_GB' ? `the ${days}` : days)]
  const year = yearAt(scene, index + 2)
  return year === undefined ? parts : [...parts, say(year)]
}

/** `Nov.` and `Sept` without a day; `Mar` or `Dec` alone is left to the word rules. */
function readMonthAlone(scene: Scene, index: number, month: string): Reading | undefined {
  const { lower, dotted } = scene.tokens[index]!
  if (lower === month || (AMBIGUOUS_CALENDAR_WORDS.has(lower) && !dotted)) return undefined
  return lower.length > 2 ? [say(month)] : undefined
}

function phraseDays(text: string, { locale }: Scene): string | undefined {
  const [, day] = DAY.exec(text) ?? []
  if (day !== undefined) return spellOrdinal(day, locale)
  const [, first, last] = DAY_RANGE.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  return `${spellOrdinal(first, locale)} to ${spellOrdinal(last, locale)}`
}

/** A year behind a date, with or without a comma before it. */
function yearAt({ tokens, locale }: Scene, index: number): string | undefined {
  const before = tokens[index - 1]
  const year = tokens[index]
  if (before === undefined || year === undefined || before.after.some(({ kind }) => kind !== ',')) return undefined
  if (/^'\d\d$/.test(year.text)) return undefined
  return YEAR.test(year.text) && year.kind === 'text' ? spellYear(year.text, locale) : undefined
}

/** `by 12/25`: figures of day and month, behind a word that asks for a date. */
function readDayAndMonth(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  if (!/^(?:on|by|until|till|since|from|through|before|after|due|dated)$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return undefined
  if (tokenAfter(scene, index)?.lower === 'of') return undefined
  const [first, second] = text.split('/').map(Number) as [number, number]
  const [month, day] = scene.locale === 'en_US' ? [first, second] : [second, first]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && text !== '9/11'
    ? [say(phraseDate({ day, month }, scene))]
    : undefined
}

/** `3 November 2026`, `the 3rd November`: the article is added where none stands. */
function readDayFirst(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const month = next === undefined ? undefined : findMonth(next)
  const days = phraseDays(text, scene)
  if (month === undefined || days === undefined) return undefined
  const article = tokenBefore(scene, index)?.lower === 'the' ? '' : 'the '
  const parts = [say(`${article}${days} of`), say(month)]
  const year = yearAt(scene, index + 2)
  return year === undefined ? parts : [...parts, say(year)]
}

/** `Mon.`, `Tue`, `Fri`; `Sun`, `Sat`, `Mon` and `Wed` only with a stop or before a date or an hour. */
function readDayName(scene: Scene, index: number): Reading | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  const day = /^[A-Z]/.test(text) ? DAYS.get(lower) : undefined
  if (day === undefined || day === lower) return readDayRange(text)
  const next = scene.tokens[index + 1]
  const beforeDate = next !== undefined && (/^\d/.test(next.text) || findMonth(next) !== undefined)
  return dotted || beforeDate || !AMBIGUOUS_CALENDAR_WORDS.has(lower) ? [say(day)] : undefined
}

/** `Mon-Fri`, `Jan–Mar`, `Monday-Friday`. */
function readDayRange(text: string): Reading | undefined {
  const [, first, last] = /^([A-Z][a-z]{2,8})\.?[-–]([A-Z][a-z]{2,8})$/.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  const name = (word: string) => DAYS.get(word.toLowerCase()) ?? findMonthName(MONTHS.get(word.toLowerCase()) ?? 0)
  const [from, to] = [name(first), name(last)]
  return from === undefined || to === undefined ? undefined : [say(`${from} to ${to}`)]
}
