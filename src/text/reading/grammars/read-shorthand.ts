import { ABBREVIATIONS } from '../../english/abbreviations.ts'
import { SPELLED } from '../../english/acronyms.ts'
import { withSigns } from '../../english/currency-pattern.ts'
import { spellCardinal, spellNumber } from '../../english/numbers/spell-number.ts'
import { findUnit } from '../../english/units.ts'
import { wordList } from '../../english/word-list.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'
import { readWord } from './word/read-word.ts'

const MAY_BE_SHORT = withSigns(/[-/]|\d$|^¤.*p/)
const RENT = withSigns(/^(¤[\d,.]+)(pcm|pw|pa|pppn|pp)$/)

/** Labels that people write right before the number. */
const LABELS = wordList('labels')

/** How often or for whom a price is paid, right behind it: `£925pcm`. */
const OFTEN: Readonly<Record<string, string>> = {
  pcm: 'per calendar month',
  pw: 'per week',
  pa: 'per annum',
  pp: 'per person',
  pppn: 'per person per night',
}

type ShorthandOptions = {
  readonly manner: Manner
  /** Reads a part of the token. */
  readonly read: (part: string, manner: Manner) => readonly SpokenWord[]
}

/** `65K-mi`, `12-fl-oz`, `2s/10s`, `10.0.0.0/8`, `SAVE-20-NOW`: what trades write in one token; or undefined. */
export function readShorthand(text: string, { manner, read }: ShorthandOptions): readonly SpokenWord[] | undefined {
  if (!MAY_BE_SHORT.test(text)) return undefined
  const { locale } = manner
  const [, rent, often] = RENT.exec(text) ?? []
  if (rent !== undefined) return [...read(rent, manner), ...say(OFTEN[often!]!)]
  const [, count, thousands, each = ''] = /^(\d[\d.]*)([kKM])-([a-z]{2,5})$/.exec(text) ?? []
  const unit = count === undefined ? undefined : findUnit(each)
  if (unit !== undefined)
    return say(`${spellNumber(count!, locale)} ${thousands === 'M' ? 'million' : 'thousand'} ${unit.one}`)
  const [, amount, fluid] = /^(\d[\d.]*)-fl\.?-?(oz)$/.exec(text) ?? []
  if (fluid !== undefined) return say(`${spellNumber(amount!, locale)} fluid ounce`)
  const [, network, bits] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? []
  if (network !== undefined) return [...read(network, manner), ...say(`slash ${spellCardinal(bits!, locale)}`)]
  const [, label = '', number = ''] = /^([A-Z][a-z]{1,3})(\d{1,3})$/.exec(text) ?? []
  const numbered = LABELS.has(label)
    ? ABBREVIATIONS.get(label.toLowerCase())?.find(({ use }) => use === 'numbered')
    : undefined
  if (numbered !== undefined) return say(`${numbered.say} ${spellCardinal(number, locale)}`)
  return isLoudCode(text, manner)
    ? text
        .split('-')
        .flatMap((part) => (/^\d/.test(part) ? read(part, manner) : readWord(part, { ...manner, shouting: true })))
    : undefined
}

/** `SAVE-20-NOW`: words in capitals and a figure, one word of them too long for letters. */
function isLoudCode(text: string, { isWord }: Manner): boolean {
  if (!/^[A-Z]{3,}(?:-(?:\d{1,3}|[A-Z]{2,}))+$/.test(text)) return false
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const areWords = words.every((word) => isWord(word) && !SPELLED.has(word) && /[aeiouy]/.test(word))
  return areWords && words.length > 1 && words.some((word) => word.length > 3)
}
