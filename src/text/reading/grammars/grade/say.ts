import type { Sayings } from '../../define-grammar.ts'
import { spell } from '../../spoken-word.ts'

export const GRADE = {
  /** `B minus`, `A plus`. */
  sign: ({ letters, sign }) => `${spell(letters!)} ${sign === '-' ? 'minus' : 'plus'}`,
  /** `O negative`. */
  charge: ({ letters, sign }) => `${spell(letters!)} ${sign === '-' ? 'negative' : 'positive'}`,
  letters: ({ letters }) => spell(letters!),
} satisfies Sayings
