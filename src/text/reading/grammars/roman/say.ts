import { spellCardinal, spellOrdinal, spellYear } from '../../../normalization/numbers/spell-number.ts'
import { say, spell, wordOf } from '../../../normalization/spoken-word.ts'
import { STATES } from '../../../normalization/tables/states.ts'
import type { Sayings } from '../../define-grammar.ts'

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
  state: ({ letters }) => say(STATES.get(letters!)!),
} satisfies Sayings
