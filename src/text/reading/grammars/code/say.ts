import rows from '../../../../../data/english/letter-meanings.json' with { type: 'json' }
import type { Locale } from '../../../english/dialects.ts'
import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, toPluralWords } from '../../../english/numbers/spell-number.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { spell } from '../../spoken-word.ts'
import { hasDigit } from '../../tokens/token-shape.ts'

/** What a letter before a figure may be short for: the week of `W6`. */
export const LETTER_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(rows, ({ letter }) => letter)].map(([letter, all]) => [letter, all.map(({ meaning }) => meaning)]),
)

/** Letters by name, and digits one by one, in pairs or as a number. */
export const CODE: Sayings = {
  digits: ({ written }) => sayParts(written!, (digits) => spellDigits(digits)),
  pairs: ({ written }, locale) => sayParts(written!, (digits) => inPairs(digits, locale)),
  cardinal: ({ written }, locale) => sayParts(written!, (digits) => spellCardinal(digits, locale)),
  /** `repeat x3`, `call x2210`, a `PCIe x16` slot. */
  times: ({ written }, locale) => `times ${spellCardinal(written!.slice(1), locale)}`,
  by: ({ written }, locale) => `by ${spellCardinal(written!.slice(1), locale)}`,
  extension: ({ written }) => `extension ${spellDigits(written!.slice(1))}`,
  /** A reference whose slashes are said. */
  slash: ({ written }) =>
    written!
      .split('/')
      .map((group) => sayParts(group, (digits) => spellDigits(digits)))
      .join(' slash '),
  /** `R50`. */
  rand: ({ written }, locale) => `${spellCardinal(written!.slice(1), locale)} rand`,
  ...Object.fromEntries(
    rows.map(({ meaning }) => [
      meaning,
      ({ written }: Fields, locale: Locale) => `${meaning} ${spellCardinal(written!.slice(1), locale)}`,
    ]),
  ),
  /** Of a motorway: `J10`. */
  junction: ({ written }, locale) =>
    `junction ${sayParts(written!.slice(1), (digits) => spellCardinal(digits, locale))}`,
  /** Several of a model: `two A320s`. */
  plural: ({ written }, locale) =>
    toPluralWords(sayParts(written!.slice(0, -1), (digits) => spellCardinal(digits, locale))),
  'plural in pairs': ({ written }, locale) =>
    toPluralWords(sayParts(written!.slice(0, -1), (digits) => inPairs(digits, locale))),
}

function sayParts(written: string, sayDigits: (digits: string) => string): string {
  return (written.match(/[A-Za-z]+|\d+/g) ?? [])
    .map((part) => (hasDigit(part) ? sayDigits(part) : spell(part)))
    .join(' ')
}

function inPairs(digits: string, locale: Locale): string {
  const isApart = digits.length > 4 || /^0\d$/.test(digits)
  return isApart ? spellDigits(digits) : sayInPairs(digits, locale)
}
