import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'
import { each, sayDigits } from '../say-figures.ts'

export const GROUPS = {
  digits: each(sayDigits, ', '),
  pairs: each(sayInPairs),
  cardinal: ({ figures }, locale) => spellCardinal(figures!.replaceAll(' ', ''), locale),
} satisfies Sayings
