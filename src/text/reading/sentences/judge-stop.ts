import { ABBREVIATIONS, NEEDS_FIGURE } from '../../english/abbreviations.ts'
import { BIBLE_BOOKS } from '../../english/bible-books.ts'
import { DAYS, MONTHS } from '../../english/calendar.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import { HAS_LETTER } from '../../english/numbered-things.ts'
import { UNITS } from '../../english/units.ts'
import { SENTENCE_STARTERS } from '../../english/word-classes.ts'
import { findCited } from '../grammars/abbreviation/citations.ts'
import { DEGREE } from '../grammars/capitals/read-initials.ts'
import { isOldCoin } from '../grammars/money/read-old-money.ts'
import { isStopped, type Token } from '../tokens/token.ts'
import { isDigits, isSmall, startsWithCapital, startsWithDigit, startsWithSmall } from '../tokens/token-shape.ts'
import { isShortForm } from './is-short-form.ts'

/** What a full stop after a token is: the end of a sentence, part of an abbreviation, or both at once. */
export type Stop = 'end' | 'abbreviation' | 'both'

const NUMBERED = withSigns(/^[#~<>≈≤≥]|^¤?\.?\d|^[A-Z]{1,4}[-/]?\d|^(?:[VX]|[IVX]{2,}|[ivxl]{2,6}|[vx]|AD|BC)$/)
const GOES_ON = withSigns(/^(?:[a-z\d#¤&<>~@+=≥≤≈−]|'\d)/)
/** `U.S`, `e.g`, `9:30a.m`, `R-Ariz`, `Mon-Fri`: short in any place. */
const DOTTED = /^(?:.*[-–])?(?:[A-Za-z]\.)+[A-Za-z]$|^[RDI]-[A-Z][a-z]{1,5}$|^[A-Z][a-z]{2,4}\.?[-–][A-Z][a-z]{2,4}$/i
/** `a.m`, `9:30p.m`. */
const HOUR = /^(?:\d{1,2}(?:[:.]\d\d)?)?[ap]\.m$/i
/** A measure in one token: `12ft`, `3-lb`. */
const MEASURED = /^.*\d.*?(?<![a-zA-Z])([a-zA-Z]+)$/

/**
 * Judges the single full stop right after `tokens[index]` by the form of the words beside it; `isWord` knows the words of the lexicon in
 * lower case. Where both are possible, the scorer takes this as one sign among others.
 */
export function judgeStop(tokens: readonly Token[], index: number, isWord: (word: string) => boolean): Stop {
  const { text, lower, kind } = tokens[index]!
  if (kind !== 'text' || text.length > 12) return 'end'
  const next = tokens[index + 1]
  if (isDigits(text, 1, 2)) return isListed(tokens, index) ? 'abbreviation' : 'end'
  if (/^[A-Za-z]$/.test(text)) return judgeLetter(tokens, index)
  if (HOUR.test(text)) return closesHour(tokens, index) ? 'both' : 'abbreviation'
  if (findCited(tokens, index) !== undefined || DOTTED.test(text) || DEGREE.test(text) || endsShortened(text))
    return closing(next)
  const last = text.slice(text.search(/[^-–]*$/)).toLowerCase()
  if (last.length < text.length && (MONTHS.has(last) || DAYS.has(last))) return closing(next)
  if (BIBLE_BOOKS.has(lower) && startsWithDigit(next?.text)) return 'abbreviation'
  if (isOldCoin(tokens, index)) return closing(next)
  const unit = /\/([a-z]+)$/.exec(lower)?.[1] ?? MEASURED.exec(text)?.[1]
  if (unit !== undefined) return UNITS.has(unit) || ABBREVIATIONS.has(unit) ? closing(next) : 'end'
  const short = lower.replace(/^[a-z\d]+-(?=[a-z]+$)/, '')
  if (!isShortForm(short)) return 'end'
  const isCounted = UNITS.has(short) && /\d$|[½¼¾]$/.test(tokens[index - 1]?.text ?? '')
  const goesOn = GOES_ON.test(next?.text ?? '')
  if (NEEDS_FIGURE.has(short) && !isCounted)
    return NUMBERED.test(next?.text ?? '') || (goesOn && !isWord(short)) ? 'abbreviation' : 'end'
  const isShort = isCounted || !isWord(short) || startsWithCapital(text)
  if (next === undefined) return isShort ? 'both' : 'end'
  if (goesOn) return 'abbreviation'
  if (isCounted && opensItem(next)) return 'both'
  return isShort ? closing(next) : 'end'
}

/** `mo.-to-mo.`, `FDIC-ins.`: behind another short form, the last part of a token is an abbreviation even if it is also a word. */
function endsShortened(text: string): boolean {
  const last = /^(?:[A-Z]{2,5}|[A-Za-z]{1,5}\.)-(?:[a-z]{2}-)?([a-z]{2,6})$/.exec(text)?.[1]
  if (last === undefined) return false
  return UNITS.has(last) || ABBREVIATIONS.get(last)?.some(({ use }) => use.startsWith('closing')) === true
}

/** How many tokens an entry of an inline list may have. */
const LONGEST_ENTRY = 60

/** Whether `tokens[index]` is the `1` of `How it works: 1. Cables drape. 2. Hangers hold.`, whose entries are sentences. */
export function opensInlineList(tokens: readonly Token[], index: number): boolean {
  const isNumber = (token: Token | undefined, number: string) => token?.text === number && isStopped(token)
  if (!isNumber(tokens[index], '1') || tokens[index - 1]?.after.at(-1)?.kind !== ':') return false
  const behind = tokens.slice(index + 1, index + 1 + LONGEST_ENTRY)
  const second = behind.findIndex((token, i) => i > 0 && isNumber(token, '2'))
  return /^[.?!]$/.test(behind[second - 1]?.after.at(-1)?.kind ?? '')
}

/** `1. Bolt; 2. Gay`: the number of an entry behind a semicolon or colon. */
function isListed(tokens: readonly Token[], index: number): boolean {
  if (tokens[index + 1]?.joined !== false || opensInlineList(tokens, index)) return false
  const mark = tokens[index - 1]?.after.at(-1)?.kind
  if (mark !== ',') return mark === ';' || (mark === ':' && tokens[index]!.text === '1')
  const before = String(Number(tokens[index]!.text) - 1)
  return tokens.slice(Math.max(0, index - 8), index).some((token) => token.text === before && isStopped(token))
}

/** `at 5 p.m. Tom came`, but `3 p.m. EDT`, `3 p.m. (EDT)`, `3 p.m. Mon.` */
function closesHour(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  if (next === undefined || tokens[index]!.after.some(({ kind }) => kind === '-')) return true
  return /^[A-Z](?![A-Z])/.test(next.text) && !isShortForm(next.lower)
}

/** `J. K. Rowling`, but `plan B. Put` and `so do I. Tom`; `2 c. flour`, but `point c. We`. */
function judgeLetter(tokens: readonly Token[], index: number): Stop {
  const { text } = tokens[index]!
  const next = tokens[index + 1]
  const isMeasured = /\d$|[½¼¾⅓⅔]$/.test(tokens[index - 1]?.text ?? '')
  if (next === undefined) return isMeasured ? 'both' : 'end'
  if (/^[vc]$/.test(text) && !isMeasured) return 'abbreviation'
  if (isSmall(text, 1, 1)) return isMeasured ? closing(next) : /^[a-z\d]/.test(next.text) ? 'abbreviation' : 'end'
  const thing = tokens[index - 1]
  const isNoInitial = HAS_LETTER.has(thing?.lower ?? '') || (text === 'I' && startsWithSmall(thing?.text))
  if (isNoInitial && startsWithCapital(next.text)) return 'end'
  return SENTENCE_STARTERS.has(next.lower) || !/^[A-Za-z\d]/.test(next.text) ? 'end' : 'abbreviation'
}

/** The `Tel.` of `rating C. Tel. 0161`, the `Refills:` of `Qty. 30. Refills: 2`: the next item of a list of notes. */
export function opensItem({ text, lower, after, end }: Token): boolean {
  const mark = /^[A-Z][a-z]/.test(text) && after[0]?.at === end ? after[0].kind : undefined
  if (mark !== '.') return mark === ':'
  return ABBREVIATIONS.get(lower)?.some(({ use }) => NOTED.has(use)) === true
}

const NOTED: ReadonlySet<string> = new Set(['closing', 'stopped', 'inside'])

/** Ends the sentence if the next word looks like the first of one. */
function closing(next: Token | undefined): Stop {
  if (next === undefined) return 'both'
  return startsWithCapital(next.text) && SENTENCE_STARTERS.has(next.lower) ? 'both' : 'abbreviation'
}
