import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'

export const DIGITS = {
  cardinal: ({ digits }, locale) => spellCardinal(digits!, locale),
  /** A year is said as pairs, except those after a thousand: `2004`. */
  year: ({ digits }, locale) => spellYear(digits!, locale),
  pairs: ({ digits }, locale) => sayInPairs(digits!, locale),
  digits: ({ digits }) => spellDigits(digits!),
  /** `see you 2 nite`, `good 4 you`. */
  preposition: ({ digits }) => (digits === '2' ? 'to' : 'for'),
  /** The score of one side: `East Fife 0, Forfar 4`. */
  nil: () => 'nil',
  /** `007` as `double oh seven`. */
  double: ({ digits }) => `double ${spellDigits(digits!.slice(1), 'oh')}`,
  hundred: ({ digits }, locale) => `${sayInPairs(digits!, locale)} hours`,
  parts: ({ digits }, locale) =>
    [digits!.slice(0, -4), digits!.slice(-4)].map((part) => sayInPairs(part, locale)).join(' '),
} satisfies Sayings
