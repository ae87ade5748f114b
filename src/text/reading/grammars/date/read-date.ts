import { DAYS, findMonthName, LETTER_DAYS, MONTHS } from '../../../english/calendar.ts'
import { hasTrait } from '../../../english/dialects.ts'
import { spellOrdinal, spellYear } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { startsWithDigit } from '../../tokens/token-shape.ts'
import { DAY, DAY_RANGE, findDay, findMonth, YEAR } from './calendar-words.ts'
import { readFigureDate } from './read-figure-date.ts'

/** Month, day and year over several tokens, in either order and any case: `Nov. 3rd, 2026`, `3 november`, `May 2020`, `Mon, Nov 3`. */
export function readDate(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const month = findMonth(scene, index)
  if (month !== undefined) return readMonthFirst(scene, index, month)
  if (text.includes('/') && startsWithDigit(text)) return readFigureDate(scene, index)
  if (DAY.test(text) || DAY_RANGE.test(text)) return readDayFirst(scene, index)
  return startsWithDigit(text) ? undefined : readDayName(scene, index)
}

function readMonthFirst(scene: Scene, index: number, month: string): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (next !== undefined && YEAR.test(next.text)) return [say(month), say(spellYear(next.text, scene.locale))]
  if (next !== undefined && /^'\d\d$/.test(next.text)) return [say(month)]
  const days = next === undefined ? undefined : verbalizeDays(next.text, scene)
  if (days === undefined) return [say(month)]
  const parts = [say(month), say(hasTrait(scene.locale, 'the-day') ? `the ${days}` : days)]
  const year = yearAt(scene, index + 2)
  return year === undefined ? parts : [...parts, say(year)]
}

function verbalizeDays(text: string, { locale }: Scene): string | undefined {
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
  if (before === undefined || year === undefined) return undefined

  return YEAR.test(year.text) && year.kind === 'text' ? spellYear(year.text, locale) : undefined
}

/** `3 November 2026`, `3rd November`. */
function readDayFirst(scene: Scene, index: number): Wording | undefined {
  const month = tokenAfter(scene, index) === undefined ? undefined : findMonth(scene, index + 1)
  const days = verbalizeDays(scene.tokens[index]!.text, scene)
  if (month === undefined && isNthOfWeek(scene, index)) return [say(`the ${days}`)]
  if (month === undefined || days === undefined) return undefined
  const parts = [say(`the ${days} of`), say(month)]
  const year = yearAt(scene, index + 2)
  return year === undefined ? parts : [...parts, say(year)]
}

/** The day of the month behind the day of the week: `Mon 24th` in some dialects, `Mon 4–Fri 8 Aug` in all. */
function isNthOfWeek(scene: Scene, index: number): boolean {
  if (!DAYS.has(tokenBefore(scene, index)?.lower ?? '')) return false
  const isOrdinal = /\d[a-z]{2}$/.test(scene.tokens[index]!.text)
  const [dash, next] = scene.tokens.slice(index + 1, index + 3)
  const isStart = dash?.joined === true && /^[-–]$/.test(dash.text) && DAYS.has(next?.lower ?? '')
  return isStart || (isOrdinal && hasTrait(scene.locale, 'the-day'))
}

/** `tues`, `Fri`, `Mon-Fri`, `Suns`. */
function readDayName(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const marked = /[^a-z]/.test(lower) ? readMarkedDay(text) : undefined
  if (marked !== undefined) return marked
  const isPlural =
    /^(?:Sun|Sat|Mon|Fri)s$/.test(text) && /^(?:on|closed|open|free)$/.test(tokenBefore(scene, index)?.lower ?? '')
  const plural = isPlural ? DAYS.get(lower.slice(0, -1)) : undefined
  const day = plural === undefined ? findDay(scene, index) : `${plural}s`
  return day === undefined ? undefined : [say(day)]
}

const OWNERS = wordList('names of days with -s')

/** Names of days with other characters than letters: `Fri's`, `mid-Oct.`, `M–F`, `T/Th`, `Mon-Fri`. */
function readMarkedDay(text: string): Wording | undefined {
  const owner = /^([a-z]+)'s$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (OWNERS.has(owner)) return [say(`${DAYS.get(owner)}'s`)]
  const stretch = /^(mid|early|late|pre|post)-([A-Z][a-z]{2,8})$/i.exec(text)
  if (stretch !== null) return readStretch(stretch)
  const [, first = '', last = ''] = /^(M|Mo|Tu|W|We|Th)[-–](W|We|Th|F|Fr|Sa|Su)$/.exec(text) ?? []
  if (last !== '') return [say(`${LETTER_DAYS.get(first)} to ${LETTER_DAYS.get(last)}`)]
  return readDayList(text) ?? readDayRange(text)
}

/** `mid-Oct.`, `late-Tues`: a part of a month or day. */
function readStretch([, part = '', name = '']: readonly string[]): Wording | undefined {
  const lower = name.toLowerCase()
  const whole = DAYS.get(lower) ?? findMonthName(MONTHS.get(lower) ?? 0)
  return whole === undefined ? undefined : [say(`${part.toLowerCase()} ${whole}`)]
}

/** `Mon/Wed/Fri`, `May/June`, `M/W/F`, `T/Th`; none in `will/may`. */
function readDayList(text: string): Wording | undefined {
  const parts = /^[A-Za-z]{1,5}(?:\/[A-Za-z]{1,5}){1,4}$/.test(text) ? text.split('/') : []
  const isLetters = /^(?:M\/W(?:\/F)?|M\/F|T(?:u)?\/(?:Th|R)|W\/F)$/.test(text)
  const nameOf = (part: string) => {
    const isWord = /^(?:may|march|mar|sun|sat)$/.test(part)
    return DAYS.get(part.toLowerCase()) ?? (isWord ? undefined : findMonthName(MONTHS.get(part.toLowerCase()) ?? 0))
  }
  const names = parts.map((part) => (isLetters ? LETTER_DAYS.get(part) : nameOf(part)))
  return names.length < 2 || names.includes(undefined) ? undefined : [say(names.join(' '))]
}

/** `Mon-Fri`, `Jan–Mar`, `Monday-Friday`, `mon-fri`. */
function readDayRange(text: string): Wording | undefined {
  const [, first, last] = /^([A-Za-z]{3,9})\.?[-–]([A-Za-z]{3,9})$/.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  const name = (word: string) =>
    DAYS.get(word.toLowerCase().replace(/(?<=^(?:mon|wed|fri|sat|sun))s$/, '')) ??
    findMonthName(MONTHS.get(word.toLowerCase()) ?? 0)
  const [from, to] = [name(first), name(last)]
  return from === undefined || to === undefined ? undefined : [say(`${from} to ${to}`)]
}
