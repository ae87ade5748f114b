import { EMOJI } from '../../characters/lay-out-characters.ts'
import { wordList } from '../../english/word-list.ts'
import { matchAt } from '../../match-at.ts'
import { GOES_ON } from './line-marks.ts'
import type { Token } from './token.ts'

const VERBS = wordList('verbs before an emoji')
const OTHERS = wordList('before an emoji')

/** Words that an emoji is the object of: `getting ☕`, `no 🍕`. */
function takesNoun(word: string): boolean {
  const bare = (ending: string) => word.slice(0, word.length - ending.length)
  return OTHERS.has(word) || ['', 's', 'ing', 'ting'].some((ending) => word.endsWith(ending) && VERBS.has(bare(ending)))
}

/** Emoji one after another with nothing but spaces between. */
const ROW = new RegExp(`${EMOJI}(?:[ \\t]*${EMOJI})*`, 'uy')

/** Returns the positions of the emoji in the row that begins at `at`, and the end of the row. */
export function findEmojiRow(
  text: string,
  at: number,
): { readonly positions: readonly number[]; readonly end: number } {
  const row = matchAt(ROW, text, at)?.[0] ?? ''
  const positions = Array.from(row.matchAll(new RegExp(EMOJI, 'gu')), ({ index }) => at + index)
  return { positions, end: at + row.length }
}

/**
 * Whether an emoji says something that the words around it do not: it is alone in its line, between words, or in the place
 * of a noun. At the start or the end of a line, and between sentences, it decorates. `before` is the token before it in the
 * line, `rest` the text behind it.
 */
export function isEmojiSaid(before: Pick<Token, 'lower' | 'after' | 'kind'> | undefined, rest: string): boolean {
  const endsLine = !/^[^\n]{0,200}?[A-Za-z0-9]/.test(rest)
  if (before === undefined) return endsLine
  const isOpen = before.after.every(
    ({ kind }) => kind === ',' || kind === ':' || kind === '(' || kind === '"' || kind === '-',
  )
  if (!isOpen) return false
  return !endsLine || (before.after.length === 0 && (takesNoun(before.lower) || GOES_ON.has(before.lower)))
}
