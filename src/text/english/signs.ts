import letters from '../../../data/english/letters.json' with { type: 'json' }
import signs from '../../../data/english/signs.json' with { type: 'json' }
import { CURRENCIES, CURRENCY_SIGNS } from './currencies.ts'

const BLANKS: Readonly<Record<string, string>> = { nothing: '', space: ' ' }

/** What a character counts as, if it is a variant of another: `ß`, `“`, `⇒`. */
export const FOLDS: Readonly<Record<string, string>> = Object.fromEntries([
  ...signs.flatMap(({ sign, as }) => (as === '' ? [] : [[sign, BLANKS[as] ?? (/^[a-z]+$/.test(as) ? ` ${as} ` : as)]])),
  ...letters.map(({ letter, as }) => [letter, as]),
])

/** Signs and Greek letters as they are read wherever no rule knows better. */
export const SIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ...signs.flatMap(({ sign, say }) =>
    say === '' ? [] : [...new Set([sign, sign.toUpperCase()])].map((one) => [one, say] as const),
  ),
  ...CURRENCY_SIGNS.map((sign) => [sign, CURRENCIES.get(sign)!.one] as const),
])

/** The parts of a fraction in one character: `1` and `2` of `½`; undefined for any other. */
export function partsOfFraction(character: string): readonly [over: number, under: number] | undefined {
  const [over, under] = character.normalize('NFKD').split('\u2044').map(Number)
  return over === undefined || under === undefined ? undefined : [over, under]
}
