import type { Sayings } from '../../define-grammar.ts'
import { say, spell, wordOf } from '../../spoken-word.ts'
import { ABBREVIATION_MEANINGS } from './meanings.ts'

const MEANINGS = [...new Set([...ABBREVIATION_MEANINGS.values()].flat())]

/** One class for each word that an abbreviation may stand for, besides what is written. */
export const ABBREVIATION: Sayings = {
  word: ({ letters }) => [wordOf(letters!)],
  letters: ({ letters }) => spell(letters!.replace('/', '')),
  ...Object.fromEntries(MEANINGS.map((meaning) => [meaning, () => say(meaning)])),
}
