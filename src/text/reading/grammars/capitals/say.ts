import { spell, wordOf } from '../../../normalization/spoken-word.ts'
import type { Sayings } from '../../define-grammar.ts'

export const CAPITALS = {
  word: ({ letters }) => [wordOf(letters!)],
  letters: ({ letters }) => spell(letters!),
} satisfies Sayings
