import { ABBREVIATIONS, isTitle } from '../../english/abbreviations.ts'
import { SPELLED } from '../../english/acronyms.ts'
import { CHAT_WORDS } from '../../english/chat-words.ts'
import { CURRENCIES } from '../../english/currencies.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import { spellCardinal, spellDigits, spellPairs, spellYear } from '../../english/numbers/spell-number.ts'
import { SPECIAL_WORDS } from '../../english/special-words.ts'
import { findPer, findUnit } from '../../english/units.ts'
import { wordList } from '../../english/word-list.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say, spell } from '../spoken-word.ts'
import { shapeOf } from '../tokens/token-shape.ts'
import { readCode } from './code/read-code.ts'
import { readFormula } from './formula/read-formula.ts'
import { verbalizeMeasure } from './measure/verbalize-measure.ts'
import { findMoney, verbalizePriceBand, verbalizePriceOf } from './money/verbalize-money.ts'
import { isQuotient, readMixed } from './read-mixed.ts'
import { readShorthand } from './read-shorthand.ts'
import { verbalizeFigures } from './verbalize-figures.ts'
import { readWeb } from './web/read-web.ts'
import { readLinked } from './word/read-linked.ts'
import { readPlainWord, readWord } from './word/read-word.ts'
import { splitJoinedWords } from './word/split-joined-words.ts'

const DECIMAL_OR_SUM = withSigns(/[\d]\.\d|^¤/)
const PLUS_OF_SUM = withSigns(/^\+(?=¤)/)
const PLAIN_FIGURE = withSigns(/^¤?\d[\d.,:]*%?$/)
const RATE_OF_CURRENCIES = withSigns(/^(\D?[\d.,]+)\/(¤)$/)
const BUNDLE = withSigns(/^([2-9]|1\d)\/(¤\d.*)$/)
const PRICE = withSigns(/^¤|^\d+$/)

/** Longer tokens are no figures, names or addresses; they are read part by part in linear time. */
const LONGEST_SPECIAL = 120
const FILE_NAME = /^[\w~-]+(?:\.[\w-]+)*\.(?:[a-z]{2,4}|[a-z]{1,3}\d|md|js|ts|py|c|h)$/i

/** Reads one written token without its neighbours: at least one spoken word, whatever it is. */
export function readPiece(written: string, manner: Manner): readonly SpokenWord[] {
  const shape = shapeOf(written)
  if (shape === 'lower' || shape === 'capitalized') return readPlainWord(written, manner)
  const text = /[./×]/.test(written) ? tidyMarks(written) : written
  if (/^[A-Za-z]+(?:'[A-Za-z]*)*$/.test(text)) return readWord(text, manner)
  if (text.length > LONGEST_SPECIAL) return atLeastOne(readMixed(text, manner), text)
  const special = SPECIAL_WORDS.get(text)
  if (special !== undefined) return say(special)
  return atLeastOne(readSpecial(text, manner) ?? readMixed(text, manner), text)
}

/** Drops the stops of abbreviations that the rest of a token shows, as in `sq.,` and `dr.'s`, and makes a letter of the sign in `2×/day`. */
function tidyMarks(written: string): string {
  return written
    .replace(/\/sq\.?,(?=[a-z])/, '/sq')
    .replace(/(?<=[a-z]{2})\.'s$/, "'s")
    .replace(/^([a-z]{2,})\.(?=\/[a-z]{2,}$)/, '$1')
    .replace(/(?<=\d)×(?=\/[a-z])/, 'x')
}

function readSpecial(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  if (isQuotient(text)) return readMixed(text, manner)
  const known = readNotation(text, manner) ?? readCode(text, { manner, read: readPiece })
  if (known !== undefined) return known
  if (/^['_]/.test(text)) return readLed(text, manner)
  if (/\d/.test(text) || /[¼-¾⅐-⅞]/.test(text)) {
    const figures = verbalizeFigures(text, manner)
    if (figures !== undefined) return say(figures)
  }
  if (/^[A-Z\d]+(?:-[A-Z\d]+)+$/.test(text) && /\d/.test(text) && /[A-Z]/.test(text))
    return /\d-\d/.test(text) ? readGroups(text, manner) : readMixed(text, manner)
  if (/^[#@]/.test(text)) return readTag(text, manner)
  if (/\.[-–]/.test(text)) return readJoined(text, manner)
  if (/^(?:[A-Za-z]\.)+[A-Za-z](?:\.?'?s)?$/.test(text)) return readDottedLetters(text)
  if (/^[A-Za-z]+(?:&[A-Za-z]+)+$/.test(text)) return readAmpersand(text, manner)
  if (text.includes('.') && !DECIMAL_OR_SUM.test(text) && /[A-Za-z]/.test(text)) return readDots(text, manner)
  if (/[-–/_\\]/.test(text) && !/[²³]\/\d/.test(text) && !/[=+×÷±≤≥^−<>]/.test(text.replace(PLUS_OF_SUM, '')))
    return readJoined(text, manner)
  return readTailed(text, manner)
}

/** Small notations of one token: `¥157/$`, `2/$5`, `49ers`, `3yo`, `S–XL`. */
function readNotation(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  if (PLAIN_FIGURE.test(text)) return undefined
  const short = readEnds(text, manner) ?? readShorthand(text, { manner, read: readPiece })
  if (short !== undefined) return short
  const [, shown] = /^(?:[*•]{2,}|[xX]{2,}-?)(\d{2,4})$/.exec(text) ?? []
  if (shown !== undefined) return say(spellDigits(shown))
  const { locale } = manner
  if (/^~[-.\d]/.test(text) && /[×^*]/.test(text)) return [...say('about'), ...readPiece(text.slice(1), manner)]
  const band = verbalizePriceBand(text, manner)
  if (band !== undefined) return say(band)
  const aged = /^(\d{1,3})-?y[-/.]?o$/i.exec(text)?.[1]
  if (aged !== undefined) return say(`${spellCardinal(aged, locale)} year old`)
  const [, noted] = /^([A-Z]?[a-z]{3,})[¹²³⁰⁴-⁹]{1,2}$/.exec(text) ?? []
  if (noted !== undefined && manner.isWord(noted.toLowerCase())) return readPiece(noted, manner)
  const [, played, ending] = /^(\d{1,3})(ers?)$/.exec(text) ?? []
  if (played !== undefined) return say(spellCardinal(played, locale).replace(/e$/, '') + ending)
  const labelled = /^([A-Za-z]+)#$/.exec(text)?.[1]
  if (labelled !== undefined && !/^[A-G]$|^[cf]$/.test(labelled))
    return [...readPiece(labelled, manner), ...say('number')]
  const formula = verbalizeMeasure(text, manner) === undefined ? readFormula(text, manner) : undefined
  if (formula !== undefined) return formula
  const [, amount, sign] = RATE_OF_CURRENCIES.exec(text) ?? []
  if (amount !== undefined) return [...readPiece(amount, manner), ...say(`per ${CURRENCIES.get(sign!)!.one}`)]
  const [, bundle, price] = BUNDLE.exec(text) ?? []
  return price === undefined ? undefined : [...readPiece(bundle!, manner), ...say('for'), ...readPiece(price, manner)]
}

/** An end of a range that is no number: a size, a code, a letter, a part of the day, an hour, the present. */
const END = /^(?:X{0,3}[SML]|[1-6]X{0,3}L|[A-Z]|[A-Z]{3}|[A-Z]{1,2}\d{1,4}|\d{1,4}[A-Fa-f]?|\d{1,2}(?::\d\d)?[ap]m)$/
const END_WORDS = wordList('ends of ranges')
const TIMES = wordList('times of day and of the present')

function isEnd(text: string): boolean {
  return END.test(text) || END_WORDS.has(text)
}

/** `S–XL`, `J10-J12`, `12A–14A`, `LHR–JFK`, `A-Z`, `9am-noon`, `2010-present`: behind a hyphen, ends of one form or times only. */
function readEnds(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  const [, number, from = '', until = ''] = /^(\d+)([a-z])[-–]([a-z])$/.exec(text) ?? []
  if (number !== undefined) return [...readPiece(number, manner), ...say(`${spell(from)} to ${spell(until)}`)]
  const [, first = '', dash, last = ''] = /^([\w:]{1,8})([-–])([\w:]{1,8})$/.exec(text) ?? []
  if (![first, last].every(isEnd) || /^\d+.\d+$/.test(text)) return undefined
  const formOf = (end: string) => end.replace(/\d+/, '0').replace(/(?<=0)[A-F]/i, 'A')
  const isAlike = (/\d/.test(first) && formOf(first) === formOf(last)) || text === 'A-Z'
  if (dash === '-' && !isAlike && !TIMES.has(first) && !TIMES.has(last)) return undefined
  if (manner.locale === 'en_GB' && /^J\d+.J\d+$/.test(text))
    return [
      ...say('junctions'),
      ...readPiece(first.slice(1), manner),
      ...say('to'),
      ...readPiece(last.slice(1), manner),
    ]
  const readEnd = (end: string): readonly SpokenWord[] => {
    if (/^[12]\d{3}$/.test(end)) return say(spellYear(end, manner.locale))
    return /^[A-Z]$/.test(end) ? say(end) : readPiece(end, manner)
  }
  return [...readEnd(first), ...say('to'), ...readEnd(last)]
}

/** `20-44718-C`: groups of a code, a short pause after each that ends in a figure and has one behind it. */
function readGroups(text: string, manner: Manner): readonly SpokenWord[] {
  const groups = text.split('-')
  return groups.flatMap((group, i) => {
    const isLong = group.startsWith('0') || group.length > 4
    const figures = () => (isLong ? spellDigits(group) : spellPairs(group, manner.locale))
    const words = /^\d+$/.test(group)
      ? say(figures())
      : /^\d+[A-Z][A-Z\d]+$/.test(group)
        ? say(spellCode(group))
        : readMixed(group, manner)
    const meetsFigures = /\d$/.test(group) && /^\d/.test(groups[i + 1] ?? '')
    return meetsFigures ? [...words.slice(0, -1), { ...words.at(-1)!, pause: true as const }] : words
  })
}

/** `49Q2` one by one. */
function spellCode(code: string): string {
  return Array.from(code, (sign) => (/\d/.test(sign) ? spellDigits(sign) : sign)).join(' ')
}

/** `'em`, `'tis` and what an apostrophe or underscore leads into. */
function readLed(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  if (/^'\d/.test(text)) {
    const figures = verbalizeFigures(text, manner)
    if (figures !== undefined) return say(figures)
  }
  if (/^'[a-z]+'?$/i.test(text)) return [{ text: text.toLowerCase(), written: text, sound: 'word' }]
  const rest = text.replace(/^['_]+/, '')
  return rest === '' ? undefined : readPiece(rest, manner)
}

/** `#1` is a number, `#ThrowbackThursday` a hashtag, `@home` a handle. */
function readTag(text: string, manner: Manner): readonly SpokenWord[] {
  const rest = text.slice(1)
  if (/^#(?:[\da-f]{3}|[\da-f]{6}|[\dA-F]{6})$/.test(text) && /[a-f]/i.test(text) && !manner.isWord(rest))
    return [
      ...say('hash'),
      ...say(Array.from(rest, (sign) => (/\d/.test(sign) ? spellDigits(sign) : spell(sign))).join(' ')),
    ]
  const isNumber = /^(?=.*\d)[\dA-Z,.-]+$/.test(rest) && !/^[A-Z]{3,}\d{1,4}$/.test(rest)
  const lead = text.startsWith('@') ? 'at' : isNumber ? 'number' : 'hashtag'
  const joined = /^[a-z]+$/.test(rest) && !manner.isWord(rest) ? splitJoinedWords(rest, manner.isWord) : undefined
  if (joined !== undefined) return say(`${lead} ${joined}`)
  if (text.startsWith('@') && rest.includes('_')) return [...say(lead), ...readWeb(rest, manner)]
  return [...say(lead), ...readPiece(rest, manner)]
}

/** `U.S.A` with its last stop outside; `P.M.s`. */
function readDottedLetters(text: string): readonly SpokenWord[] {
  const ending = text.endsWith('s') && !text.endsWith('.s') ? "'s" : ''
  const letters = text.replace(/\.?'?s$/, (tail) => (ending === '' ? tail : '')).replaceAll('.', '')
  return say(spell(letters) + ending)
}

/** `AT&T`, `R&D`, `B&B`: the letters are spelled, longer words read. */
function readAmpersand(text: string, manner: Manner): readonly SpokenWord[] {
  return text.split('&').flatMap((side, i) => {
    const short =
      side.length > 2 && !/^[A-Z]{2}/.test(side) && !manner.isWord(side.toLowerCase())
        ? expand(side.toLowerCase())
        : undefined
    const words =
      short !== undefined
        ? say(short)
        : /^[A-Z]s$/.test(side)
          ? say(`${side[0]}'s`)
          : side.length === 1
            ? say(spell(side))
            : readPiece(side, manner)
    return i === 0 ? words : [...say('and'), ...words]
  })
}

/** Expands shorthand or an abbreviation: `thx`, `mgmt`. */
function expand(lower: string): string | undefined {
  return CHAT_WORDS.get(lower) ?? ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'closing')?.say
}

/** `example.com`, `report_final.pdf`, `Node.js`, `word.word`: the stop is a dot. */
function readDots(text: string, manner: Manner): readonly SpokenWord[] {
  if (FILE_NAME.test(text)) {
    const cut = text.lastIndexOf('.')
    return [...readStem(text.slice(0, cut), manner), ...readWeb(text.slice(cut), manner)]
  }
  return readWeb(text, manner)
}

function readStem(stem: string, manner: Manner): readonly SpokenWord[] {
  const joined = /^[a-z]+$/.test(stem) && !manner.isWord(stem) ? splitJoinedWords(stem, manner.isWord) : undefined
  return joined === undefined ? readPiece(stem, manner) : say(joined)
}

/** `well-known`, `and/or`, `snake_case`, `5-year-old`: part after part. */
function readJoined(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  const titles = /^[A-Z][a-z]+\.-[A-Z][a-z]+$/.test(text) ? text.split('.-').map(titleOf) : []
  if (titles.length > 0 && !titles.includes(undefined)) return say(titles.join(' '))
  const whole = text.toLowerCase()
  const period = findUnit(/^([a-z]{2,4})\.-to-\1$/.exec(whole)?.[1] ?? '')
  if (period !== undefined) return say(`${period.one} to ${period.one}`)
  const unit = /[a-z²³]{2}|[²³]/.test(text) && /\//.test(text) ? findUnit(text) : undefined
  if (unit !== undefined) return say(unit.many)
  const [, amount, measured, described] =
    /^(\d[\d.,]*|\d+\/\d+)-([A-Za-z]{1,5})\.?-([a-z]+(?:-[a-z]+)*)$/.exec(text) ?? []
  const measure = measured === undefined ? undefined : findUnit(measured)
  if (measure !== undefined)
    return [...readPiece(amount!, manner), ...say(measure.one), ...readPiece(described!, manner)]
  const [, several, short = ''] = /^(\d[\d.,]*)-([a-z]{2,5})$/.exec(text) ?? []
  const part = COUNTED_PARTS[short]
  if (several !== undefined && part !== undefined) return [...readPiece(several, manner), ...say(part)]
  const counted = short.endsWith('s') ? undefined : ABBREVIATIONS.get(short)?.find(({ use }) => use === 'closing')
  if (several !== undefined && counted !== undefined && !manner.isWord(short) && /[^s]s$/.test(counted.say))
    return [...readPiece(several, manner), ...say(counted.say.slice(0, -1))]
  const [, sides, edge] = /^(\d[\d.]*(?:[x×]\d[\d.]*)+)-([a-z]{1,4})$/.exec(text) ?? []
  const side = edge === undefined ? undefined : findUnit(edge)
  if (side !== undefined) return [...readPiece(sides!, manner), ...say(side.one)]
  const rate = readShortRate(text) ?? readRate(text, manner)
  if (rate !== undefined) return rate
  const [, cut, rest] = /^([A-Za-z]{2,6})\.[-–]([A-Za-z]{2,})$/.exec(text) ?? []
  const shortened =
    cut === undefined
      ? undefined
      : ABBREVIATIONS.get(cut.toLowerCase())?.find(
          ({ use }) => use === (text.includes('–') ? 'street' : 'closing') || use === 'closing',
        )
  if (shortened !== undefined) return [...say(shortened.say), ...readPiece(rest!, manner)]
  const dashed = text.split(/\.?[-–_\\]+/)
  const parts = (dashed.length > 1 ? dashed : text.split('/')).filter((part) => part !== '')
  if (parts.length < 2) return undefined
  const money = dashed.length > 1 && /^[a-z]+$/.test(dashed[1]!) ? findMoney(dashed[0]!, manner) : undefined
  if (money !== undefined) {
    const rest = dashed.slice(1).flatMap((part) => (part === 'a' ? say(part) : readCompoundPart(part, manner)))
    return [...say(verbalizePriceOf(money, manner)), ...rest]
  }
  const constant = /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(text)
  const identifier = text.includes('_')
  return parts.flatMap(
    (part) =>
      readLinked(part, text) ?? readCompoundPart(part, identifier ? { ...manner, constant, identifier } : manner),
  )
}

/** What something has so many of: `2-pg. letter`, `4-dr. sedan`. */
const COUNTED_PARTS: Readonly<Record<string, string>> = {
  pg: 'page',
  dr: 'door',
  pc: 'piece',
  ch: 'channel',
  pt: 'point',
}

/** `Sec.` and `Gen.` in `Sec.-Gen.` */
function titleOf(short: string): string | undefined {
  return ABBREVIATIONS.get(short.toLowerCase())?.find(isTitle)?.say
}

/** `$5/hour`, `60 miles/hour`, `people/km2`: an amount or a plural per something. */
function readRate(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  const [, amount, unit = ''] = /^(.*\d.*|[a-z]{2,})\/([a-z]+[²³23]?)$/i.exec(text) ?? []
  if (amount === undefined || !mayBeAmount(amount, unit)) return undefined
  const isPrice = PRICE.test(amount) && /^[a-z]{3,}$/.test(unit)
  const per = findPer(unit) ?? (isPrice ? unit : undefined)
  if (per === undefined || (/^[A-Z]$/.test(unit!) && !/[a-z]$/.test(amount))) return undefined
  const count = amount === '1x' ? say('once') : readCompoundPart(amount, manner)
  return [...count, ...say(per === 'each' ? per : `per ${per}`)]
}

const COUNTED_BY = wordList('counted by behind a slash')

/** Figures, a plural, or what is counted by a measure or time: `miles`, `rain/day`. */
function mayBeAmount(amount: string, unit: string): boolean {
  if (/\d|s$|^people$/i.test(amount)) return true
  return /^(?!and|or|night|day|week|month|year)[a-z]{3,}$/i.test(amount) && COUNTED_BY.has(unit.toLowerCase())
}

/** `avg./nt.`, `fee/adult`: an abbreviation or a price per something. */
function readShortRate(text: string): readonly SpokenWord[] | undefined {
  const [, top = '', under = ''] = /^([a-z]{2,8})\/([a-z]{2,8})$/.exec(text) ?? []
  const per = findPer(under)
  if (top === 'avg') return per === undefined ? undefined : say(`${ABBREVIATIONS.get(top)![0]!.say} per ${per}`)
  return PRICED.has(top) && under.length > 2 ? say(`${top} per ${per ?? under}`) : undefined
}

const PRICED = wordList('priced')

/** In a compound a single letter is named (`e-mail`, `T-shirt`) and four figures are a year (`mid-1995`). */
function readCompoundPart(part: string, manner: Manner): readonly SpokenWord[] {
  const lower = part.toLowerCase()
  const short =
    lower.length > 2 && !manner.isWord(lower)
      ? ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'closing')
      : undefined
  if (short !== undefined && !/^[A-Z]{2}/.test(part)) return say(short.say)
  if (manner.constant === true && manner.isWord(lower) && !SPELLED.has(lower)) return readWord(lower, manner)
  if (/^(?:1[5-9]|20)\d\d$/.test(part)) return say(spellYear(part, manner.locale))
  return /^[A-Za-z]$/.test(part) ? say(part.toUpperCase()) : readPiece(part, manner)
}

/** `A+`, `18+`, `Disney+`, `C#`: the sign behind is said after the rest. */
function readTailed(text: string, manner: Manner): readonly SpokenWord[] | undefined {
  const [, stem, tail] = /^(.*[A-Za-z0-9])([+#]{1,2})$/.exec(text) ?? []
  if (stem === undefined || tail === undefined) return undefined
  const lead = /^[A-Za-z]$/.test(stem) || ELEMENTS.has(stem) ? say(spell(stem)) : readPiece(stem, manner)
  return [...lead, ...say(tail.replaceAll('+', ' plus').replaceAll('#', ' sharp').trim())]
}

const ELEMENTS = wordList('elements before a sign')

/** No written token may fall silent: what has no reading is spelled sign by sign. */
function atLeastOne(words: readonly SpokenWord[], text: string): readonly SpokenWord[] {
  if (words.length > 0) return words
  return readWeb(text, { locale: 'en_US', isWord: () => true, shouting: false })
}
