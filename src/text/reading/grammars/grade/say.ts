import { spell } from '../../../normalization/spoken-word.ts'
import type { Sayings } from '../../define-grammar.ts'

export const GRADE = {
  /** `B minus`, `A plus`. */
  sign: ({ letters, sign }) => `${spell(letters!)} ${sign === '-' ? 'minus' : 'plus'}`,
  /** `O negative`. */
  charge: ({ letters, sign }) => `${spell(letters!)} ${sign === '-' ? 'negative' : 'positive'}`,
  letters: ({ letters }) => spell(letters!),
} satisfies Sayings
