import { spellCardinal, spellDigits, toPluralWords } from '../../../normalization/numbers/spell-number.ts'
import type { Locale } from '../../../normalization/scene.ts'
import { spell } from '../../../normalization/spoken-word.ts'
import type { Sayings } from '../../define-grammar.ts'
import { sayInPairs } from '../../say-numbers.ts'

/** Letters by name, and digits one by one, in pairs or as a number. */
export const CODE: Sayings = {
  digits: ({ written }) => sayParts(written!, (digits) => spellDigits(digits)),
  pairs: ({ written }, locale) => sayParts(written!, (digits) => inPairs(digits, locale)),
  cardinal: ({ written }, locale) => sayParts(written!, (digits) => spellCardinal(digits, locale)),
  /** Several of a model: `two A320s`. */
  plural: ({ written }, locale) => toPluralWords(sayParts(written!, (digits) => spellCardinal(digits, locale))),
  'plural in pairs': ({ written }, locale) => toPluralWords(sayParts(written!, (digits) => inPairs(digits, locale))),
}

function sayParts(written: string, sayDigits: (digits: string) => string): string {
  return (written.match(/[A-Z]+|\d+/g) ?? []).map((part) => (/\d/.test(part) ? sayDigits(part) : spell(part))).join(' ')
}

function inPairs(digits: string, locale: Locale): string {
  const isApart = digits.length > 4 || /^0\d$/.test(digits)
  return isApart ? spellDigits(digits) : sayInPairs(digits, locale)
}
