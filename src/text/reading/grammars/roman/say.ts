import { spellCardinal, spellOrdinal, spellYear } from '../../../english/numbers/spell-number.ts'
import { findState } from '../../../english/states.ts'
import type { Sayings } from '../../define-grammar.ts'
import { say, spell, wordOf } from '../../spoken-word.ts'

export const ROMAN = {
  cardinal: ({ value }, locale) => spellCardinal(value!, locale),
  /** `Louis XIV`. */
  reign: ({ value }, locale) => `the ${spellOrdinal(value!, locale)}`,
  ordinal: ({ value }, locale) => spellOrdinal(value!, locale),
  year: ({ value }, locale) => spellYear(value!, locale),
  letters: ({ letters }) => spell(letters!),
  word: ({ letters }) => [wordOf(letters!)],
  versus: () => 'versus',
  /** `turn L`, `a 54 y/o M`. */
  short: ({ letters }) => (letters === 'L' ? 'left' : 'male'),
  /** `Flint, MI`. */
  state: ({ letters }, locale) => say(findState(letters!, locale)!),
} satisfies Sayings
