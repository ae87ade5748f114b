import { hasTrait } from '../../english/dialects.ts'
import { findRomanValue } from '../../english/numbers/roman-numeral.ts'
import type { Surrounding } from '../context/look-around.ts'
import { GRAMMARS } from '../grammars/grammars.ts'
import type { Question } from '../question.ts'
import { USUAL } from '../question.ts'
import { SAID } from '../sentences/choose-sign.ts'
import { STOP } from '../sentences/choose-stop.ts'

/** All questions that the network answers. */
const ASKED = [...GRAMMARS, STOP, SAID]

/** Names of the network's outputs: each class of each grammar, and the usual reading of each grammar. */
export const OUTPUTS: readonly string[] = ASKED.flatMap(({ name, classes }) =>
  [...classes, USUAL].map((one) => outputOf(name, one)),
)

/** The words of the outputs that are lines of tables of English. */
export const OUTPUT_MEANINGS: ReadonlyMap<string, string> = new Map(
  GRAMMARS.flatMap(({ name, meanings = [] }) =>
    meanings.map((one) => [outputOf(name, one), one.replace(/, describing$/, '')] as const),
  ),
)

/** The network's output for a class of a grammar. */
export function outputOf(grammar: string, one: string): string {
  return `${grammar}/${one}`
}

const LIMITS = [
  1, 2, 5, 10, 13, 20, 25, 32, 50, 60, 100, 200, 300, 367, 500, 700, 1000, 1100, 1300, 1500, 1700, 1800, 1900, 1950,
  2000, 2010, 2030, 2100, 2400, 3000, 5000, 10_000, 20_000, 50_000, 100_000,
]
const SPECIAL = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30, 60, 64, 100]
const NUMBERS = 3
const PER_NUMBER = 8 + 5 + LIMITS.length + SPECIAL.length
const GRAMMAR_START = 2
const NUMBER_START = GRAMMAR_START + ASKED.length
const PAIR_START = NUMBER_START + NUMBERS * PER_NUMBER
const LETTER_START = PAIR_START + 24
const SIGN_START = LETTER_START + 26 + 2 + 12
/** How many features of the form itself there are. */
export const FORM_FEATURE_COUNT = SIGN_START + 8
export const DISTANCE_COUNT = 24
/** How many words on each side have a place of their own. */
export const BESIDE = 3

const LIMITS_IN_NUMBER = 13
/**
 * Runs of features that say `less than` a limit, with their first and the one behind their last. A number that is less than a
 * limit is less than all later ones too: `formFeatures` gives only the first, to whose row those of the rest are added.
 */
export const LIMIT_RUNS: readonly (readonly [start: number, end: number])[] = Array.from(
  { length: NUMBERS },
  (_, i): readonly [number, number] => {
    const start = NUMBER_START + i * PER_NUMBER + LIMITS_IN_NUMBER
    return [start, start + LIMITS.length]
  },
)
const GRAMMAR_PLACES = new Map(ASKED.map(({ name }, i) => [name, GRAMMAR_START + i]))

/** What the form itself shows, as numbers of features. */
export function formFeatures({ grammar, written, locale }: Question): readonly number[] {
  const features = [hasTrait(locale, 'days-first') ? 0 : 1, GRAMMAR_PLACES.get(grammar)!]
  const digits = written.match(/\d+/g) ?? [String(findRomanValue(written.toUpperCase()) ?? '')]
  for (const [i, one] of digits.slice(0, NUMBERS).entries()) addNumber(one, NUMBER_START + i * PER_NUMBER, features)
  if (digits.length > 1) addPair(Number(digits[0]), Number(digits[1]), features)
  addLetters(written, features)
  addSigns(written, features)
  return features
}

function addNumber(digits: string, from: number, features: number[]): void {
  if (digits === '') return
  const value = Number(digits)
  features.push(from + Math.min(7, digits.length))
  if (digits.startsWith('0') && digits.length > 1) features.push(from + 8)
  if (value % 10 === 0) features.push(from + 9)
  if (value % 100 === 0) features.push(from + 10)
  if (value % 1000 === 0) features.push(from + 11)
  if (value % 5 === 0) features.push(from + 12)
  const limit = LIMITS.findIndex((one) => value < one)
  if (limit >= 0) features.push(from + LIMITS_IN_NUMBER + limit)
  const special = SPECIAL.indexOf(value)
  if (special >= 0) features.push(from + LIMITS_IN_NUMBER + LIMITS.length + special)
}

function addPair(first: number, second: number, features: number[]): void {
  features.push(PAIR_START + 8 + Math.max(-8, Math.min(8, second - first)))
  if (first < second) features.push(PAIR_START + 17)
  if (second > 0 && second % first === 0) features.push(PAIR_START + 18)
  if (first > 0 && first % 2 === 0 && second % 2 === 0) features.push(PAIR_START + 19)
}

function addSigns(written: string, features: number[]): void {
  if (written.endsWith('.')) features.push(SIGN_START)
  if (written.includes(' ')) features.push(SIGN_START + 1)
  if (written.includes('$')) features.push(SIGN_START + 2)
  if (/[-+~]/.test(written[0]!)) features.push(SIGN_START + 3)
  if (written.includes('.') && !written.endsWith('.')) features.push(SIGN_START + 4)
  if (/^[A-Z][a-z]/.test(written)) features.push(SIGN_START + 5)
}

function addLetters(written: string, features: number[]): void {
  if (written.includes('–')) features.push(PAIR_START + 20)
  if (written.includes(',')) features.push(PAIR_START + 21)
  if (/^[01]?\d\D[0-5]\d$/.test(written)) features.push(PAIR_START + 22)
  if (/(\d)\1+$/.test(written)) features.push(PAIR_START + 23)
  const [letters] = /[A-Za-z]+(?=\.?$)/.exec(written) ?? []
  if (letters === undefined) return
  const isLarge = letters < 'a'
  features.push(LETTER_START + 26 + (isLarge ? 1 : 0))
  features.push(LETTER_START + 28 + Math.min(11, letters.length))
  if (letters.length === 1) features.push(LETTER_START + letters.toLowerCase().charCodeAt(0) - 97)
}

/** Which row of the table of distances a surrounding has. */
export function distanceFeature({ distance, earlier }: Surrounding): number {
  const size = Math.abs(distance)
  const step = size <= 6 ? size : size <= 9 ? 7 : size <= 14 ? 8 : size <= 22 ? 9 : 10
  if (earlier) return size <= 12 ? 22 : 23
  return 11 + (distance > 0 ? step : -step)
}
