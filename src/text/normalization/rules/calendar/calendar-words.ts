import { partOfSpeech } from '../../../language/common-words.ts'
import { near, type Scene } from '../../scene.ts'
import { DAYS, findMonthName, MONTHS } from '../../tables/calendar.ts'
import type { Token } from '../../tokens/token.ts'

export const DAY = /^(0?[1-9]|[12]\d|3[01])(st|nd|rd|th)?$/
export const DAY_RANGE = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?[-–](0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/
export const YEAR = /^(?:1\d|20)\d\d$/

/** The middle of `Dec 26–Jan 2` and `26 Dec–2 Jan`: the end of one date and the beginning of the next. */
export const CROSSING = /^(\d{1,2})(?:st|nd|rd|th)?[-–]([A-Z][a-z]{2,8})$/

/** Lower-case spellings that are nothing but a month or a day. */
const SURE =
  /^(?:january|february|april|june|july|august|september|october|november|december|feb|apr|aug|sept|oct|nov|tues|weds|thur|thurs)$/
/** Words that ask for a date after them. */
const ASKS_FOR_DATE =
  /^(?:on|by|until|till|til|since|from|through|thru|before|after|in|of|due|this|next|last|every|early|late|mid)$/

/** The name of the month at a token, whatever its case; undefined for a word or a verb such as `may` and `march`. */
export function findMonth({ tokens }: Scene, index: number): string | undefined {
  const token = tokens[index]
  const month = token === undefined ? undefined : MONTHS.get(token.lower)
  if (token === undefined || month === undefined) return undefined
  const { text, dotted } = token
  const name = findMonthName(month)!
  if (/^(?:Jan|Jun|Mar)$/.test(text) && index > 0 && index === tokens.length - 1 && !isAwaited(tokens, index))
    return undefined
  if (/^(?:Jan|Jun|Mar)$/.test(text) && !dotted && isAddressed(tokens, index)) return undefined
  if (text === 'Jan' && !dotted && hasSurname(tokens, index)) return undefined
  if (text === 'APR' && !isBesideFigure(tokens, index)) return undefined
  if (/^[A-Z]/.test(text))
    return /^[A-Z]{3}$/.test(text) && !dotted && !isBesideFigure(tokens, index) ? undefined : name
  if (text === 'may' && isBeforeVerb(tokens, index)) return undefined
  return isAfterDay(tokens, index) || isBeforeDay(tokens, index) ? name : undefined
}

/** `ages 8 to 11 may swim`, `only 3 may be late`: a verb behind it, without a mark between. */
function isBeforeVerb(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  if (next === undefined || tokens[index]!.after.length > 0) return false
  return /^(?:be|have|do|not|also|only|go|get|come)$/.test(next.lower) || partOfSpeech(next.lower) === 'v'
}

/** A word or figure before a month at the end of a sentence shows that it is no name: `in Jan.`, but `I met Jan.` */
function isAwaited(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.lower ?? ''
  return ASKS_FOR_DATE.test(before) || /^\d|^(?:to|and|or|-|–|&)$/.test(before)
}

/** `Hi Jan,`, `Jan said`: a person. */
function isAddressed(tokens: readonly Token[], index: number): boolean {
  return (
    /^(?:hi|hiya|hey|hello|dear|thanks|thx|cheers|love|regards|morning|evening|yo|ask|tell|told|asked|met|aunt|auntie|ms|mrs)$/.test(
      tokens[index - 1]?.lower ?? '',
    ) ||
    /^(?:said|says|asked|told|called|texted|emailed|wants|needs|thinks|knows|likes|loves|lives|works|went|came|has|will|can|van|von|de|der)$/.test(
      tokens[index + 1]?.lower ?? '',
    )
  )
}

/** `by Jan Steen`, but `the Jan Report`, `Jan Sales`: a name with a capital behind it. */
function hasSurname(tokens: readonly Token[], index: number): boolean {
  const [before, name] = [tokens[index - 1], tokens[index + 1]]
  if (name === undefined || tokens[index]!.after.length > 0 || !/^[A-Z][a-z]{2,}(?:'s)?$/.test(name.text)) return false

  return !/^(?:the|this|last|next|our|your|my|every|late|early|mid|\d.*)$/.test(before?.lower ?? '')
}

/** The name of the day at a token, whatever its case; undefined for a word such as `sun` and `sat`. */
export function findDay(scene: Scene, index: number): string | undefined {
  const token = scene.tokens[index]
  const day = token === undefined ? undefined : DAYS.get(token.lower)
  if (token === undefined || day === undefined) return undefined
  const { text, lower } = token
  if (lower === day || SURE.test(lower) || /^(?:Mon|Tue|Wed|Thu|Fri)$/.test(text)) {
    if (!/^(?:Mon|Wed)$/.test(text)) return day
  }
  const isThing = /^(?:the|a|an|my|our|that)$/.test(scene.tokens[index - 1]?.lower ?? '')
  if (/^an?$/.test(scene.tokens[index - 1]?.lower ?? '') && scene.tokens[index - 2]?.lower === 'on') return day

  const isLast = index > 0 && (index === scene.tokens.length - 1 || scene.tokens[index]!.after.length > 0)
  if (/^(?:Mon|Wed)$/.test(text) && isLast) return day

  const before = scene.tokens[index - 1]?.lower ?? ''
  if (
    /^(?:tue|thu|fri|mon)$/.test(lower) &&
    /^(?:on|by|until|till|til|before|b4|after|since|this|next|last|every)$/.test(before)
  )
    return day
  if (/^(?:on|next|last|every)$/.test(before) && (isLast || PART_OF_DAY.test(scene.tokens[index + 1]!.lower)))
    return day
  if (/^(?:Sat|Sun|Wed|Mon)$/.test(text) && !isThing && isAmongDays(scene, index)) return day
  if (/^(?:Sat|Sun|Wed|Mon)$/.test(text) && /^\d{1,2}(?:[:.]\d\d)?[ap]m$/.test(before)) return day
  if (/^(?:sat|sun|wed|mon)$/.test(text) && isVerbOrNoun(scene, index)) return undefined
  return isBesideDate(scene, index) ? day : undefined
}

/** `Tue 4 mi, Sun 13 mi`: another short name of a day is in the sentence. */
function isAmongDays(scene: Scene, index: number): boolean {
  const here = scene.tokens[index]
  return near(scene, index, 20).some(
    (token) => token !== here && /^(?:Mon|Tues?|Weds?|Thu|Thurs?|Fri|Sat|Sun)$/.test(token.text),
  )
}

const PART_OF_DAY = /^(?:morning|afternoon|evening|night|at|from|and|or|[ap]\.?m)$/

/** `he sat 3 times`, `we wed 2 years ago`: a subject before it, or a figure that counts something behind it. */
function isVerbOrNoun({ tokens }: Scene, index: number): boolean {
  const [figure, counted] = [tokens[index + 1], tokens[index + 2]]
  if (!/^\d+$/.test(figure?.text ?? '') || figure!.after.length > 0 || counted === undefined) return false
  return /^[a-z]{3,}$/.test(counted.text) && !MONTHS.has(counted.lower)
}

/** A date, an hour or another day is next to the token. */
function isBesideDate({ tokens }: Scene, index: number): boolean {
  const [sign, far] = [tokens[index + 1], tokens[index + 2]]
  const next = sign?.text === '@' ? far : sign
  return next !== undefined && (WHEN.test(next.text) || MONTHS.has(next.lower))
}

/** A day of the month, an hour or a date in figures. */
const WHEN =
  /^(?:[0-3]?\d(?:st|nd|rd|th)?|\d{1,2}(?::\d\d)?(?:[-–]\d{1,2}(?::\d\d)?)?(?:[ap]\.?m?)?|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/i

function isBesideFigure(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index]!.after.length === 0 ? tokens[index + 1]?.text : undefined
  return (
    (next !== undefined && /^'\d\d$/.test(next)) ||
    (next !== undefined && [DAY, DAY_RANGE, YEAR, CROSSING].some((shape) => shape.test(next)))
  )
}

function isAfterDay(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  return before?.after.length === 0 && DAY.test(before.text)
}

/** `march 9th` and `on may 5`, but `you may 5 times`. */
function isBeforeDay(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  if (next === undefined || tokens[index]!.after.length > 0) return false

  return !/^(?:may|march)$/.test(tokens[index]!.lower)
}
