import { DAYS, findDayOrMonth, LETTER_DAYS } from '../../../english/calendar.ts'
import { hasTrait } from '../../../english/dialects.ts'
import { spellOrdinal, spellYear } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { startsWithDigit } from '../../tokens/token-shape.ts'
import { DAYS_OF_MONTH, findDay, findMonth, YEAR } from './calendar-words.ts'
import { readFigureDate } from './read-figure-date.ts'

/** Month, day and year over several tokens, in either order and any case: `Nov. 3rd, 2026`, `3 november`, `May 2020`, `Mon, Nov 3`. */
export function readDate(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const month = findMonth(scene, index)
  if (month !== undefined) return readMonthFirst(scene, index, month)
  if (text.includes('/') && startsWithDigit(text)) return readFigureDate(text, scene)
  if (startsWithDigit(text)) return readDayFirst(scene, index)
  return readDayName(scene, index)
}

function readMonthFirst(scene: Scene, index: number, month: string): Wording | undefined {
  const next = tokenAfter(scene, index)?.text ?? ''
  if (YEAR.test(next)) return [say(month), say(spellYear(next, scene.locale))]
  const days = verbalizeDays(next, scene)
  if (days === undefined) return [say(month)]
  return withYear([month, hasTrait(scene.locale, 'the-day') ? `the ${days}` : days], scene, index)
}

/** `3rd`, `3-5`. */
function verbalizeDays(text: string, { locale }: Scene): string | undefined {
  const days = DAYS_OF_MONTH.exec(text)
    ?.slice(1)
    .filter((day) => day !== undefined)
  return days?.map((day) => spellOrdinal(day, locale)).join(' to ')
}

/** A month and a day, and the year behind them, with or without a comma before it. */
function withYear(parts: readonly string[], { tokens, locale }: Scene, index: number): Wording {
  const year = tokens[index + 2]
  const isDated = year?.kind === 'text' && YEAR.test(year.text)
  return [...parts, ...(isDated ? [spellYear(year.text, locale)] : [])].map(say)
}

/** `3 November 2026`, `3rd November`. */
function readDayFirst(scene: Scene, index: number): Wording | undefined {
  const days = verbalizeDays(scene.tokens[index]!.text, scene)
  if (days === undefined) return undefined
  const month = tokenAfter(scene, index) === undefined ? undefined : findMonth(scene, index + 1)
  if (month !== undefined) return withYear([`the ${days} of`, month], scene, index)
  return isNthOfWeek(scene, index) || opensSpan(scene, index) ? [say(`the ${days}`)] : undefined
}

/** `Mon 24th`, in some dialects. */
function isNthOfWeek(scene: Scene, index: number): boolean {
  const isOrdinal = /\d[a-z]{2}$/.test(scene.tokens[index]!.text)
  return isOrdinal && hasTrait(scene.locale, 'the-day') && isDayOfWeek(tokenBefore(scene, index))
}

/** The month is that of a later day: `from 12 to 16 August`, `Mon 4–Fri 8 Aug`, `Mon 4 and Tue 5`. */
function opensSpan(scene: Scene, index: number): boolean {
  const link = tokenAfter(scene, index)
  if (link === undefined || !LINKS.has(link.lower)) return false
  const isNamed = isDayOfWeek(tokenAfter(scene, index + 1))
  const last = index + (isNamed ? 3 : 2)
  if (!DAYS_OF_MONTH.test(tokenAfter(scene, last - 1)?.text ?? '')) return false
  if (isNamed && isDayOfWeek(tokenBefore(scene, index))) return true
  return tokenAfter(scene, last) !== undefined && findMonth(scene, last + 1) !== undefined
}

/** What may be between the first and the last day of a month. */
const LINKS = wordList('links of days')

function isDayOfWeek(token: Token | undefined): boolean {
  return token !== undefined && DAYS.has(token.lower)
}

/** `tues`, `Fri`, `Mon-Fri`, `Suns`. */
function readDayName(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const marked = /[^a-z]/.test(lower) ? verbalizeMarkedDay(text) : undefined
  const isPlural =
    /^(?:Sun|Sat|Mon|Fri)s$/.test(text) && /^(?:on|closed|open|free)$/.test(tokenBefore(scene, index)?.lower ?? '')
  const day = marked ?? (isPlural ? `${DAYS.get(lower.slice(0, -1))}s` : findDay(scene, index))
  return day === undefined ? undefined : [say(day)]
}

const OWNERS = wordList('names of days with -s')

/** Names of days with other characters than letters: `Fri's`, `mid-Oct.`, `M–F`, `T/Th`, `Mon-Fri`. */
function verbalizeMarkedDay(text: string): string | undefined {
  const owner = /^([a-z]+)'s$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (OWNERS.has(owner)) return `${DAYS.get(owner)}'s`
  const [, part, name = ''] = /^(mid|early|late|pre|post)-([A-Z][a-z]{2,8})$/i.exec(text) ?? []
  const whole = part === undefined ? undefined : findDayOrMonth(name)
  if (whole !== undefined) return `${part!.toLowerCase()} ${whole}`
  const [, first = '', last = ''] = /^(M|Mo|Tu|W|We|Th)[-–](W|We|Th|F|Fr|Sa|Su)$/.exec(text) ?? []
  if (last !== '') return `${LETTER_DAYS.get(first)} to ${LETTER_DAYS.get(last)}`
  return verbalizeDayList(text) ?? verbalizeDayRange(text)
}

/** `Mon/Wed/Fri`, `May/June`, `M/W/F`, `T/Th`; none in `will/may`. */
function verbalizeDayList(text: string): string | undefined {
  const parts = /^[A-Za-z]{1,5}(?:\/[A-Za-z]{1,5}){1,4}$/.test(text) ? text.split('/') : []
  const isLetters = /^(?:M\/W(?:\/F)?|M\/F|T(?:u)?\/(?:Th|R)|W\/F)$/.test(text)
  const nameOf = (part: string) => (/^(?:may|march|mar)$/.test(part) ? undefined : findDayOrMonth(part))
  const names = parts.map((part) => (isLetters ? LETTER_DAYS.get(part) : nameOf(part)))
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(' ')
}

/** `Mon-Fri`, `Jan–Mar`, `Monday-Friday`, `mon-fri`. */
function verbalizeDayRange(text: string): string | undefined {
  const ends = /^([A-Za-z]{3,9})\.?[-–]([A-Za-z]{3,9})$/.exec(text)?.slice(1) ?? []
  const names = ends.map((end) => findDayOrMonth(end.replace(/(?<=^(?:mon|wed|fri|sat|sun))s$/i, '')))
  return names.length === 0 || names.includes(undefined) ? undefined : names.join(' to ')
}
