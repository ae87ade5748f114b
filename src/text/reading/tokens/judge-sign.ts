import { HAS_SIGN, withSigns } from '../../english/currency-pattern.ts'
import { findUnit } from '../../english/units.ts'
import { matchAt } from '../../match-at.ts'
import { isLoneSign } from './lone-sign.ts'
import { partsDateAndHour, spansRange } from './spaced-range.ts'
import type { Token } from './token.ts'

/** A sign that is no part of a token, and what has been split before it. */
export type SignPlace = {
  readonly text: string
  readonly at: number
  readonly tokens: readonly Token[]
  /** No white space is between the last token and the sign. */
  readonly joined: boolean
  readonly lineStart: number
  /** The sign is the first of its line. */
  readonly beginsLine: boolean
}

/** A sign between words: `parent / guardian`, `rm * to`, `cost > gain`; the sign of `File > Save As` parts steps. */
const SIGN_AMONG_WORDS = /^(?:[*/\\^~] [A-Za-z]|[<>] [a-z])/
const SPACED_SIGN = withSigns(/^(?:[-–<>*/~] +¤?[\d.(¼-¾⅐-⅞]|[<>] +[-−]\d)/)
/** The brackets of `COUNT(*)`. */
const EVERYTHING = '(*)'
/** `3 lb./$2`. */
const PRICE_BEHIND = withSigns(/^\/¤/)
const FIGURE_OR_SUM = withSigns(/^¤?[\d.,]+%?$/)
const SPACED_SUM = withSigns(/^[-–] +¤/)

/** A sign that is said in some places (`ls | less`, `rated > 4`, `put a ? there`) and only parts words in others (`File > Save`, `Why ?`). */
export const DOUBTED_SIGN = /(?:--|\|\||\/\/|->|>>|<<|[-–|_^~*/\\<>?!:])(?=[\s.,;:!?)"\ue000-\ue004]|$)/y

/** A sign alone between white space, its own quotation marks or brackets; not a bullet, a bar between the cells of a table, or what compares two figures. */
export function findDoubtedSign({ text, at, tokens, lineStart, beginsLine }: SignPlace): string | undefined {
  const last = tokens.at(-1)
  if (last === undefined || beginsLine || text.slice(at - 1, at + 2) === EVERYTHING) return undefined
  if (!/[\s(]"?$/.test(text.slice(at - 2, at)) || text[lineStart] === '|') return undefined
  if (last.after.some(({ kind }) => !/[,:"(]/.test(kind))) return undefined
  if (/^[<>] [-−]?\d/.test(text.slice(at, at + 4)) && /\d$/.test(last.text)) return undefined
  return matchAt(DOUBTED_SIGN, text, at)?.[0]
}

/** A lone `@` or `#`, and a sign that figures around it make speak: `5 - 3`, `1990 – 1995`, `x < 5`, `10 / 2`. */
export function isUsuallySaidSign(place: SignPlace): boolean {
  const { text, at, tokens, joined, beginsLine } = place
  const last = tokens.at(-1)
  if (PRICE_BEHIND.test(text.slice(at, at + 2))) return joined && isCounted(tokens)
  if (text.slice(at - 1, at + 2) === EVERYTHING) return true
  if (joined || last === undefined) return false
  if (partsDateAndHour(last, text, at)) return false
  if (spansRange(tokens, text, at)) return true
  if (last.after.length > 0 && !mayFollowStop(text[at]!, last)) return false
  if (isLoneSign(text, at, last.lower) && !beginsLine) return true
  if (isAmongWords(place, last)) return true
  if (!SPACED_SIGN.test(text.slice(at, at + 6))) return false
  if (SPACED_SUM.test(text.slice(at, at + 4)) && !HAS_SIGN.test(last.text)) return false
  if (text[at] === '/' && !FIGURE_OR_SUM.test(last.text)) return false
  return /[<>]/.test(text[at]!) || /(?:\d\D{0,2}|^[a-z])$/i.test(last.text)
}

/** A number, a variable, and their product or power: `2`, `x`, `4ac`, `9y²`. */
const TERM = '(?:\\d+(?:\\.\\d+)?[a-z]{0,3}|[a-z\\u03b1-\\u03c9])[²³⁴-⁹]?'
const LEFT_TERM = new RegExp(`^${TERM}$`)
const RIGHT_TERM = new RegExp(`[-–] (${TERM})(?![\\w°%])`, 'y')
/** What shows a formula: an operator, a power, a bracket right behind its factor. */
const OF_FORMULA = /[=≠≤≥√²³]|\d\([a-z] /

/** The dash is the sign of a difference in a formula: `y² – 4x`, `3(x – 2) = 7`. */
export function isMinus({ text, at, tokens, beginsLine }: SignPlace): boolean {
  if (beginsLine || (text[at] !== '-' && text[at] !== '–') || text[at - 1] !== ' ') return false
  const right = matchAt(RIGHT_TERM, text, at)?.[0]
  const last = tokens.at(-1)
  if (right === undefined || last === undefined || last.end !== at - 1 || !LEFT_TERM.test(last.text)) return false
  // `20 m² – 30 m²` is a range.
  const counted = tokens.at(-2)
  if (counted?.after.length === 0 && /\d$/.test(counted.text) && findUnit(last.text) !== undefined) return false
  return /[a-z\u03b1-\u03c9²³]/.test(last.text + right) && OF_FORMULA.test(text.slice(Math.max(0, at - 40), at + 40))
}

/** The last token is what a figure counts. */
function isCounted(tokens: readonly Token[]): boolean {
  return /^[\d.½¼¾]+$/.test(tokens.at(-2)?.text ?? '')
}

/** The sign is between words of one line. */
function isAmongWords({ text, at, beginsLine }: SignPlace, last: Token): boolean {
  return !beginsLine && /^[A-Za-z'-]+$/.test(last.text) && SIGN_AMONG_WORDS.test(text.slice(at, at + 3))
}

/** A lone `@`, and `#`, `<` and `>` behind the stop of an abbreviation: `conf. # 12`, `temp. > 101`. */
function mayFollowStop(sign: string, { after, lower, end }: Token): boolean {
  if (sign === '@') return true
  const isStop = after.length === 1 && after[0]!.kind === '.' && after[0]!.at === end
  return /[#<>]/.test(sign) && isStop && lower.length <= 6
}
