import { hasTrait } from '../../../english/dialects.ts'
import { spellYear } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { say, spell } from '../../spoken-word.ts'
import { isCapitals } from '../../tokens/token-shape.ts'
import type { PieceReader } from '../piece-reader.ts'
import { readMixed } from '../read-mixed.ts'

/** An end of a range that is no number: a size, a code, a letter, a part of the day, an hour, the present. */
const END = /^(?:X{0,3}[SML]|[1-6]X{0,3}L|[A-Z]|[A-Z]{3}|[A-Z]{1,2}\d{1,4}|\d{1,4}[A-Fa-f]?|\d{1,2}(?::\d\d)?[ap]m)$/
const END_WORDS = wordList('ends of ranges')
const TIMES = wordList('times of day and of the present')

function isEnd(text: string): boolean {
  return END.test(text) || END_WORDS.has(text)
}

/** `S–XL`, `J10-J12`, `12A–14A`, `LHR–JFK`, `A-Z`, `9am-noon`, `2010-present`: behind a hyphen, ends of one form or times only. */
export const readEnds: PieceReader = (text, manner, read) => {
  const [, number, from = '', until = ''] = /^(\d+)([a-z])[-–]([a-z])$/.exec(text) ?? []
  if (number !== undefined) return [...read(number, manner), ...say(`${spell(from)} to ${spell(until)}`)]
  const [, first = '', dash, last = ''] = /^([\w:]{1,8})([-–])([\w:]{1,8})$/.exec(text) ?? []
  if (![first, last].every(isEnd) || /^\d+.\d+$/.test(text)) return undefined
  const formOf = (end: string) => end.replace(/\d+/, '0').replace(/(?<=0)[A-F]/i, 'A')
  const isAlike = formOf(first) === formOf(last) || text === 'A-Z'
  if (dash === '-' && !isAlike && !TIMES.has(first) && !TIMES.has(last)) return undefined
  const isOfRoad = hasTrait(manner.locale, 'junctions') && /^J\d+.J\d+$/.test(text)
  const readEnd = (end: string) => {
    if (isOfRoad) return read(end.slice(1), manner)
    // A seat or a code, and no temperature or version.
    if (/^\d+[A-F]$|^[A-Z]+\d+$/i.test(end)) return readMixed(end, manner)
    if (/^[12]\d{3}$/.test(end)) return say(spellYear(end, manner.locale))
    return isCapitals(end, 1, 1) ? say(end) : read(end, manner)
  }
  return [...(isOfRoad ? say('junctions') : []), ...readEnd(first), ...say('to'), ...readEnd(last)]
}
