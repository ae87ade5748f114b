import { SENTENCE_STARTERS } from '../../language/word-classes.ts'
import { wordSet } from '../../language/word-set.ts'
import { isInPattern } from '../rules/words/read-stitch.ts'
import { ABBREVIATION_SENSES, type AbbreviationSense, COUNTED_BY_ORDINALS } from '../tables/abbreviation-senses.ts'
import { ABBREVIATIONS, DOTLESS_TITLES, findUses, NEEDS_FIGURE } from '../tables/abbreviations.ts'
import { BIBLE_BOOKS } from '../tables/bible-books.ts'
import { DAYS, MONTHS, SHORT_CALENDAR_WORDS, TIME_ZONES } from '../tables/calendar.ts'
import { CHAT_WORDS } from '../tables/chat-words.ts'
import { findCited } from '../tables/citations.ts'
import { SUM_FIRST, withSigns } from '../tables/currency-pattern.ts'
import { HAS_LETTER, HAS_NUMBER } from '../tables/numbered-things.ts'
import { UNITS } from '../tables/units.ts'
import type { Token } from '../tokens/token.ts'

const NUMBERED = withSigns(/^[#~<>≈≤≥]|^¤?\.?\d|^[A-Z]{1,4}[-/]?\d|^(?:[VX]|[IVX]{2,}|[ivxl]{2,6}|AD|BC)$/)
const GOES_ON = withSigns(/^[a-z\d#¤&<>~@+=]/)
const MAY_GO_ON = withSigns(/^[a-z\d¤&]/)

/** What a full stop after a token is: the end of a sentence, part of an abbreviation, or both at once. */
export type Stop = 'end' | 'abbreviation' | 'both'

/** Judges the single full stop right after `tokens[index]`; `isWord` knows the words of the lexicon in lower case. */
export function judgeStop(tokens: readonly Token[], index: number, isWord: (word: string) => boolean): Stop {
  const { text, lower, kind } = tokens[index]!
  if (kind !== 'text' || text.length > 12) return 'end'
  const next = tokens[index + 1]
  if (next?.joined === true && next.start === tokens[index]!.end + 2 && /^\d/.test(next.text)) return 'abbreviation'
  if (/^[CcTtd]$/.test(text) && /^\d|[½¼¾]$/.test(tokens[index - 1]?.text ?? '') && /^[a-z@&]/.test(next?.text ?? ''))
    return 'abbreviation'
  if (/^[RDI]-(?:[A-Z][a-z]{1,5}|(?:[A-Z]\.)+[A-Z])$/.test(text)) return next === undefined ? 'end' : closing(next)
  if (isInPattern(tokens, index)) return next === undefined || /^[A-Z]/.test(next.text) ? 'both' : 'abbreviation'
  if (findCited(tokens, index) !== undefined) return closing(next)
  if (/^[A-Za-z]$/.test(text)) return judgeInitial(tokens, index)
  if (/^\d{1,2}$/.test(text)) return isListed(tokens, index) ? 'abbreviation' : 'end'
  if (endsShortened(text)) return closing(next)
  if (lower === 'e.g' || lower === 'i.e') return 'abbreviation'
  if (/^(?:\d{1,2}(?:[:.]\d\d)?)?[ap]\.?m$/.test(lower)) {
    const stop = afterHour(tokens, index)
    return stop === 'both' && !/[ap]\.m$/.test(lower) ? 'end' : stop
  }
  if (/^(?:.*[-–])?(?:[A-Za-z]\.)+[A-Za-z]$/.test(text) || lower === 'ph.d') return closing(next)
  if (/^[A-Z][a-z]{2,4}\.?[-–][A-Z][a-z]{2,4}$/.test(text)) return closing(next)
  if (/^\d{1,2}\/\d{1,2}[-–][A-Z][a-z]{2,3}$/.test(text)) return next === undefined ? 'both' : 'abbreviation'
  const last = text.slice(text.search(/[^-–]*$/))
  if (MONTHS.has(last.toLowerCase()) || DAYS.has(last.toLowerCase())) return afterCalendarWord(last, next)
  return judgeListed(tokens, index, isWord)
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
  const { text, after, end } = tokens[index] ?? { text: '', after: [], end: 0 }
  if (text !== '1' || after[0]?.kind !== '.' || after[0].at !== end || tokens[index - 1]?.after.at(-1)?.kind !== ':')
    return false
  const last = Math.min(tokens.length - 1, index + LONGEST_ENTRY)
  for (let at = index + 2; at <= last; at++) {
    const mark = tokens[at]!.after[0]
    if (tokens[at]!.text === '2' && mark?.kind === '.' && mark.at === tokens[at]!.end)
      return /^[.?!]$/.test(tokens[at - 1]!.after.at(-1)?.kind ?? '')
  }
  return false
}

/** `1. Bolt; 2. Gay`: the number of an entry behind a semicolon or colon. */
function isListed(tokens: readonly Token[], index: number): boolean {
  if (opensInlineList(tokens, index)) return false
  const mark = tokens[index - 1]?.after.at(-1)?.kind
  const before = String(Number(tokens[index]!.text) - 1)
  const isNext =
    mark === ',' &&
    tokens[index + 1]?.joined === false &&
    tokens.slice(Math.max(0, index - 8), index).some(({ text, after }) => text === before && after[0]?.kind === '.')
  if (isNext) return true
  return (mark === ';' || mark === ':') && tokens[index + 1] !== undefined && tokens[index + 1]!.joined === false
}

/** An abbreviation of the tables, or a unit. `ptbl` in `semi-ptbl` counts like `ptbl`. */
function judgeListed(tokens: readonly Token[], index: number, isWord: (word: string) => boolean): Stop {
  const { text } = tokens[index]!
  const lower = tokens[index]!.lower.replace(/^[a-z\d]+-(?=[a-z]+$)/, '')
  const next = tokens[index + 1]
  const uses = findUses(text, lower)?.map(({ use }) => use) ?? []
  const isShort = uses.length > 0 && !/^(?:no|art|fig|miss|la|wash|mo|ill|mass)$/.test(text)
  if (isShort && /^[a-z](?![A-Z])/.test(next?.text ?? '')) return 'abbreviation'
  if (uses.includes('numbered') && /^#?\d|^[ivx]{1,5}$/.test(next?.text ?? '') && !isWord(lower)) return 'abbreviation'
  if (uses.length > 0 && /^[A-Z][a-z]/.test(text) && isLetterName(tokens, index + 1)) return 'abbreviation'
  if (hasSense(tokens, index)) return 'abbreviation'
  if (COUNTED_BY_ORDINALS.has(lower) && /^\d+(?:st|nd|rd|th)$/.test(tokens[index - 1]?.text ?? '')) return closing(next)
  return (
    judgeUnit(tokens, index, isWord) ??
    judgeReference(tokens, index) ??
    judgeByUse(tokens, index, { uses, isKnown: isWord(lower) && !NEVER_WORDS.has(lower) })
  )
}

/** Abbreviations that the lexicon knows only as rare names. */
const NEVER_WORDS = wordSet('bal vill avail sh appt')

/** `Sect. A,`, `Grp. B`, `Lvl. P2`: a capital that is neither an article nor a pronoun, alone or before its number. */
function isLetterName(tokens: readonly Token[], index: number): boolean {
  const { text = '', after = [] } = tokens[index] ?? {}
  if (/^[A-Z]-?\d{1,3}[A-Z]?$/.test(text)) return true
  return /^[A-Z]$/.test(text) && (!/^[AI]$/.test(text) || after.length > 0)
}

/** A measure with its unit in the token, or a unit behind its number. */
function judgeUnit(tokens: readonly Token[], index: number, isWord: (word: string) => boolean): Stop | undefined {
  const { text, lower } = tokens[index]!
  const next = tokens[index + 1]
  const previous = tokens[index - 1]
  const measured = /^(?:.*\d.*)[-/ ]?(?<![a-zA-Z])([a-zA-Z]+)$/.exec(text)?.[1]
  if (measured !== undefined && (isDottedUnit(measured) || (UNITS.has(measured) && !isWord(measured))))
    return /-[a-z]+$/.test(text) ? closing(next) : afterUnit(tokens, index, measured)
  const isSquare = /^(?:fl|sq|cu)$/.test(previous?.lower ?? '') && previous!.after.every(({ kind }) => kind === '.')
  const isCounted = previous?.after.length === 0 && /[\d½¼¾⅓⅔]["°kKMB+]?$|\d-[a-z]{1,3}$/.test(previous.text)
  return (isCounted || isSquare) && (UNITS.has(lower) || lower === 'c') && lower !== 'st'
    ? afterUnit(tokens, index, lower)
    : undefined
}

/** What a figure, a code or a name behind it makes an abbreviation: `no. 5`, `Cat. 4`, `Nadal def. Murray`. */
function judgeReference(tokens: readonly Token[], index: number): Stop | undefined {
  const { text, lower } = tokens[index]!
  const next = tokens[index + 1]
  const previous = tokens[index - 1]
  if (next === undefined) return undefined
  if (/^Ave?$/.test(text) && /^[A-Z]/.test(next.text)) return closing(next)
  if (lower === 'def' && /^[A-Z]/.test(previous?.text ?? '') && /^[A-Z]/.test(next.text)) return 'abbreviation'
  if (/^nos?$/.test(lower) && HAS_NUMBER.has(previous?.lower ?? '')) return 'abbreviation'
  if (text === 'Ct' && /^\d{1,2}$/.test(next.text)) return 'abbreviation'
  if (lower === 'no' && /^[A-Z]{2,3}$/.test(next.text) && /^\d/.test(tokens[index + 2]?.text ?? ''))
    return 'abbreviation'
  if (lower === 'no' && /^[A-Z]+[-\d][A-Z\d-]*$/.test(next.text)) return 'abbreviation'
  if (lower === 'cat' && /^[1-6]$/.test(next.text) && /^[A-Z]/.test(text)) return 'abbreviation'
  if (/^(?:Prop|Meas)$/.test(text) && /^\d{1,3}$|^[A-Z]$/.test(next.text)) return 'abbreviation'
  if (text === 'Pt' && /^[A-Z][a-z]{2}/.test(next.text) && !SENTENCE_STARTERS.has(next.lower)) return 'abbreviation'
  if (NEEDS_FIGURE.has(lower)) return NUMBERED.test(next.text) ? 'abbreviation' : 'end'
  return BIBLE_BOOKS.has(lower) && /^\d/.test(next.text) ? 'abbreviation' : undefined
}

type Listed = { readonly uses: readonly string[]; readonly isKnown: boolean }

/** How an abbreviation is used decides, unless it is a word of the lexicon as well. */
function judgeByUse(tokens: readonly Token[], index: number, { uses, isKnown }: Listed): Stop {
  const { text, lower } = tokens[index]!
  const next = tokens[index + 1]
  const previous = tokens[index - 1]
  if (uses.includes('street') && previous !== undefined && /^[A-Z0-9]/.test(previous.text) && /^[A-Z]/.test(text)) {
    const isTitle = uses.includes('title') && next !== undefined && /^[A-Z]/.test(next.text)
    return isTitle && !SENTENCE_STARTERS.has(next.lower) ? 'abbreviation' : closing(next)
  }
  if (uses.includes('title') && (DOTLESS_TITLES.has(lower) || /^[A-Z]/.test(text)))
    return next === undefined || endsWithTitle(tokens, index) ? 'both' : 'abbreviation'
  if (/^[A-Z]{2,}$/.test(text)) return 'end'
  if (uses.includes('closing-any')) return closing(next)
  const mayClose = uses.includes('closing') || uses.includes('stopped')
  if (mayClose && (/^[A-Z]/.test(text) || !isKnown)) return closing(next)
  if (uses.includes('any') || (uses.includes('inside') && !NEEDS_FIGURE.has(lower)))
    return next === undefined ? 'both' : 'abbreviation'
  if (SURE_ABBREVIATION.test(lower)) return closing(next)
  if (next === undefined) return 'end'
  if (/^[a-z]{2,5}$/.test(lower) && UNITS.has(lower) && /^\d[\d.,]*$/.test(previous?.text ?? '')) return closing(next)
  const under = /\/(?:sq\.?,)?([a-z]+)$/.exec(lower)?.[1] ?? ''
  if (KITCHEN_UNITS.has(under) && /^[a-z]{3,}\//.test(lower)) return closing(next)
  const isShort = mayClose || CHAT_WORDS.has(lower) || ABBREVIATIONS.has(under) || UNITS.has(under)
  return isShort && GOES_ON.test(next.text) ? 'abbreviation' : 'end'
}

/** `Talk to your Rep. They listen`: no name is behind the title; `Dr. He` may be one. */
function endsWithTitle(tokens: readonly Token[], index: number): boolean {
  const isAddressed = tokens[index - 1]?.after.at(-1)?.kind === ','
  if (!isAddressed && DOTLESS_TITLES.has(tokens[index]!.lower)) return false
  return BEGINS_SENTENCE.test(tokens[index + 1]!.text)
}

/** Words that begin a sentence and are no names. */
const BEGINS_SENTENCE =
  /^(?:He|She|It|They|We|You|I|Both|The|This|That|These|Those|There|His|Their|Our|Its|My|Your|But|If|When)$/

/** The next word shows what the abbreviation means: `dep. ATL`, `est. delivery`. */
function hasSense(tokens: readonly Token[], index: number): boolean {
  const { text, lower } = tokens[index]!
  const next = tokens[index + 1]
  if (next === undefined) return false
  const senses = ABBREVIATION_SENSES.get(lower) ?? []
  const before = tokens[index - 1]?.lower ?? ''
  return senses.some(
    (one) =>
      one.text?.test(text) !== false &&
      (isShownBy(one.next, next.lower, one) || isShownAhead(one, before) || isShownByStop(one, next)),
  )
}

/** The word behind it shows the sense; no sense that any word would show. */
function isShownBy(pattern: RegExp | undefined, word: string, { dotted }: AbbreviationSense): boolean {
  return dotted === undefined && pattern?.test(word) === true && !pattern.test('')
}

/** The word before it shows a sense that needs the stop: `parents' eve.` */
function isShownAhead({ dotted, before, next, near }: AbbreviationSense, word: string): boolean {
  return dotted === true && next === undefined && near === undefined && before?.test(word) === true
}

/** The stop alone shows the sense, and no sentence begins behind it: `edu. discount`. */
function isShownByStop({ dotted, before, next, near }: AbbreviationSense, { text }: Token): boolean {
  return dotted === true && [before, next, near].every((shown) => shown === undefined) && MAY_GO_ON.test(text)
}

/** What is an abbreviation even at the end of a text. */
const SURE_ABBREVIATION =
  /^(?:ea|doz|hrs|mins|secs|yrs|wks|mos|qty|pkgs?|amt|bdrms?|apts|bldgs|appts?|chars|utils|neg|probs|btls?|recd|reqd|mfr|mfg|dbl|sgl|avail|rms)$/

/** Units that cooks write with a stop before what they measure. */
const KITCHEN_UNITS = wordSet('tsp tbsp tbs oz lb lbs c pt pts qt qts gal gals pkg cup cups')

function isDottedUnit(unit: string): boolean {
  return (
    UNITS.has(unit) &&
    (KITCHEN_UNITS.has(unit) || /^(?:ft|in|yd|yds|mi|hr|hrs|min|mins|sec|secs|mo|mos|yr|yrs|wk|wks|sq)$/.test(unit))
  )
}

/** `1 tsp. Dijon` goes on, `every 10 min. Serve hot` ends. */
function afterUnit(tokens: readonly Token[], index: number, unit: string): Stop {
  const next = tokens[index + 1]
  if (next === undefined || beginsCount(tokens, index, unit)) return 'both'
  if (KITCHEN_UNITS.has(unit.toLowerCase())) return closing(next)
  const isAcronym = /^(?:[A-Z]{2,5}|[A-Z]&[A-Z]|[NSEW])$/.test(next.text)
  return /^[A-Z]/.test(next.text) && !isAcronym && !STREET_LIKE.test(next.text) ? 'both' : 'abbreviation'
}

/** `12 sq yds. £4 per lb.`, `6 lb. Six of them`, `6 lb. 5 men`: a sum or a number of other things begins a sentence; `6 lb. 4 oz.` goes on. */
function beginsCount(tokens: readonly Token[], index: number, unit: string): boolean {
  const [next, counted] = [tokens[index + 1]!, tokens[index + 2]]
  if (tokens[index]!.after.length > 1) return false
  if (SUM_FIRST.test(next.text)) return isRate(tokens, index)
  if (/^(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Twelve|Twenty)$/.test(next.text)) return true
  if (
    !/^\d{1,3}$/.test(next.text) ||
    next.after.length > 0 ||
    counted?.after.every(({ kind }) => kind !== '(') !== true
  )
    return false
  if (UNITS.has(counted.lower)) return PARTS[unit] === undefined || !PARTS[unit].test(counted.lower)
  return !KITCHEN_UNITS.has(unit.toLowerCase()) && /^[a-z]{3,}$/.test(counted.text) && !BEHIND_FIGURE.test(counted.text)
}

/** A price with what it is for behind it: `£4 per lb`. */
function isRate(tokens: readonly Token[], index: number): boolean {
  return /^(?:per|each|a|an|buys|gets|is|was|will)$/.test(tokens[index + 2]?.lower ?? '')
}

/** The smaller units that go on from a larger one. */
const PARTS: Readonly<Record<string, RegExp | undefined>> = {
  st: /^(?:lbs?|pounds?|oz)$/,
  lb: /^(?:oz|ounces?)$/,
  lbs: /^(?:oz|ounces?)$/,
  ft: /^(?:in|ins|inch|inches)$/,
  yd: /^(?:ft|feet|in|inches)$/,
  yds: /^(?:ft|feet|in|inches)$/,
  mi: /^(?:ft|feet|yds?|yards)$/,
  hr: /^(?:mins?|minutes|secs?)$/,
  hrs: /^(?:mins?|minutes|secs?)$/,
  min: /^(?:secs?|seconds|s)$/,
  mins: /^(?:secs?|seconds|s)$/,
  yr: /^(?:mos?|months|wks?|days?)$/,
  yrs: /^(?:mos?|months|wks?|days?)$/,
  mo: /^(?:wks?|days?|d)$/,
  wk: /^(?:days?|d)$/,
  gal: /^(?:qts?|pts?|oz)$/,
}
/** A figure with these goes on from the measure before it. */
const BEHIND_FIGURE = /^(?:by|to|and|or|in|at|per|from|of|on|for|each|apart|total|max|min|ply|grit|gauge|pack|count)$/

const STREET_LIKE = /^(?:Dr|St|Ave|Mr|Mrs|Ms)$/

/** `J. K. Rowling`, but `plan B. The` and `so do I. Tom`. */
function judgeInitial(tokens: readonly Token[], index: number): Stop {
  const { text } = tokens[index]!
  const next = tokens[index + 1]
  const previous = tokens[index - 1]
  if (text === 'c' && /^\d{1,2}(?:st|nd|rd|th)$/.test(previous?.text ?? '')) return closing(next)
  if (/^[ctT]$/.test(text) && /(?:\d|[½¼¾⅓⅔])$/.test(previous?.text ?? '') && previous!.after.length === 0)
    return next === undefined ? 'both' : closing(next)
  if (/^[wdhl]$/i.test(text) && /\d(?:["″'′]|cm|mm|in|ft)$/.test(previous?.text ?? ''))
    return next === undefined ? 'both' : closing(next)
  if (next === undefined) return 'end'
  if (/^\d|^[ivxl]{2,6}$/.test(next.text) && (NEEDS_FIGURE.has(text) || text === 'Q')) return 'abbreviation'
  if (/^[NSEW]$/.test(text) && /^(?:\d+(?:st|nd|rd|th)|[a-z]+)$/.test(next.text)) return 'abbreviation'
  if (text === 'v' || text === 'c') return 'abbreviation'
  if (text === 'd' && /^[A-Z]/.test(previous?.text ?? '') && /^[A-Z][a-z]/.test(next.text)) return 'abbreviation'
  const isMeasured = /^\d/.test(previous?.text ?? '') && previous!.after.length === 0
  if (/^[ns]$/.test(text) && /^\d/.test(next.text) && !isMeasured) return 'abbreviation'
  if (/^[rbd]$/.test(text) && /^\d{3,4}|^\d{1,2}\/\d/.test(next.text)) return 'abbreviation'
  if (text === 'l' && /^\d/.test(next.text) && !/^\d/.test(previous?.text ?? '')) return 'abbreviation'
  if (/^[bd]$/.test(text) && MONTHS.has(next.lower)) return 'abbreviation'
  if (/^[SH]$/.test(text) && /^\d{1,4}$/.test(next.text) && previous !== undefined) return 'abbreviation'
  if (!/^[A-Z]$/.test(text)) return 'end'
  if (opensWithLetterWord(tokens, index)) return 'end'
  if (/^[A-Z]$/.test(next.text)) return 'abbreviation'
  if (/^[a-z]/.test(next.text) && !SENTENCE_STARTERS.has(next.lower)) return 'abbreviation'
  if (isLettered(previous)) return 'end'
  if (!/^[A-Z]/.test(next.text) || SENTENCE_STARTERS.has(next.lower)) return 'end'
  const afterLowerCase = previous !== undefined && previous.after.length === 0 && /^[a-z]/.test(previous.text)
  return text === 'I' && afterLowerCase ? 'end' : 'abbreviation'
}

/** `List C. A passport`, `earned a B. I laughed`: an article or pronoun, which has no stop, and no second initial. */
function opensWithLetterWord(tokens: readonly Token[], index: number): boolean {
  const [next, word] = [tokens[index + 1]!, tokens[index + 2]]
  if (!/^[AI]$/.test(next.text) || next.after.length > 0 || word === undefined) return false
  return /^[a-z\d]/.test(word.text) || (next.text === 'A' && isLettered(tokens[index - 1]))
}

/** `panel B. Put`, `vitamin C. Eat`: a thing that has a letter, so that the letter is nobody's initial; a person may have a surname. */
function isLettered(thing: Token | undefined): boolean {
  if (thing === undefined || thing.after.length > 0 || !/^[A-Z]?[a-z]+$/.test(thing.text)) return false
  return (HAS_LETTER.has(thing.lower) || LISTED_BY_LETTERS.has(thing.lower)) && !PERSONS.has(thing.lower)
}

const LISTED_BY_LETTERS = wordSet(
  'letter list lot bay hall stand pier aisle ward annex grid pool studio court drive act',
)
const PERSONS = wordSet('patient student person player candidate driver witness client')

/** Ends the sentence if the next word looks like the first of one. */
function closing(next: Token | undefined): Stop {
  if (next === undefined) return 'both'
  if (next.text === 'No' && next.after[0]?.kind === '.') return 'abbreviation'
  return /^[A-Z]/.test(next.text) && SENTENCE_STARTERS.has(next.lower) ? 'both' : 'abbreviation'
}

function afterHour(tokens: readonly Token[], index: number): Stop {
  const next = tokens[index + 1]
  if (next === undefined) return 'both'
  if (!/^[A-Z]/.test(next.text)) return 'abbreviation'
  if (/^[A-Z]{3}[-–→]|^(?:M|Tu?|W|Th|F)[-–/]/.test(next.text)) return 'abbreviation'
  const first = next.lower.split(/\.?[-–/]/)[0]!
  return DAYS.has(first) || MONTHS.has(first) || TIME_ZONES.has(first) ? 'abbreviation' : 'both'
}

function afterCalendarWord(text: string, next: Token | undefined): Stop {
  const isShort = text.length <= 5 && /^[A-Z]/.test(text) && !/^(?:March|April|May|June|July)$/.test(text)
  if (!isShort) return SHORT_CALENDAR_WORDS.has(text) && /^\d/.test(next?.text ?? '') ? 'abbreviation' : 'end'
  if (next === undefined) return 'both'
  return /^\d/.test(next.text) || MONTHS.has(next.lower) || /^[a-z]/.test(next.text) ? 'abbreviation' : closing(next)
}
