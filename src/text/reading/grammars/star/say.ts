import type { Locale } from '../../../english/dialects.ts'
import { spellDigits, spellNumber } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'

export const STAR = {
  /** The sign of a note: `Terms 5*`. */
  unsaid: ({ figure }, locale) => numberOf(figure!, locale),
  /** `a 4* hotel`. */
  rating: ({ figure }, locale) => `${numberOf(figure!, locale)} star`,
  stars: ({ figure }, locale) => `${numberOf(figure!, locale)} stars`,
  'not out': ({ figure }, locale) => `${numberOf(figure!, locale)} not out`,
  /** `dial *67`. */
  keys: ({ figure }) => `star ${spellDigits(figure!)}`,
  key: ({ figure }, locale) => `star ${numberOf(figure!, locale)}`,
  times: ({ figure }, locale) => `times ${numberOf(figure!, locale)}`,
} satisfies Sayings

function numberOf(figure: string, locale: Locale): string {
  return spellNumber(figure, locale)!
}
