import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'

export const GROUPS = {
  digits: ({ figures }) =>
    figures!
      .split(' ')
      .map((group) => spellDigits(group))
      .join(', '),
  pairs: ({ figures }, locale) =>
    figures!
      .split(' ')
      .map((group) => sayInPairs(group, locale))
      .join(' '),
  cardinal: ({ figures }, locale) => spellCardinal(figures!.replaceAll(' ', ''), locale),
} satisfies Sayings
