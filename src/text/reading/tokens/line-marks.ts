import { DOTLESS_TITLES } from '../../english/abbreviations.ts'
import { wordList } from '../../english/word-list.ts'
import type { Token } from './token.ts'

/** Below this many characters a line without a stop is a heading, a list entry or verse, not wrapped prose. */
const SHORT_LINE = 45

/** What numbers an entry of a list at the start of its line: `1.`, `2)`, `a)`, `iv)`. */
export const LIST_MARKER =
  /(?!\d{3}\)[ \t]*\d{3}[-. ]\d{4})(?:\d{1,3}(?=[.)])|[A-Za-z](?=\))|[ivx]{2,4}(?=\)))(?=[.)][ \t]+[^\s])/uy
/** An empty or ticked box of a task list, behind its bullet. */
export const TASK_BOX = /\[[ xX]\](?=\s)/y
/** Where a link of Markdown leads, behind the words that it shows: `](https://example.com)`. */
export const LINK_TARGET =
  /\]\((?:https?:|mailto:|tel:|www\.|#|\.{0,2}\/|[\w-]{1,60}\.[a-z]{2,5}(?=[)\s]))[^\s()<>]{0,2000}(?:\s"[^"\n]{0,200}")?\)/y

/** Words that a sentence does not end with: a line that ends in one goes on. */
export const GOES_ON = wordList('goes on')

/** What the end of a line is after the token before it: the end of a sentence, a short pause, or nothing. */
export function judgeLineEnd(
  last: Pick<Token, 'after' | 'lower'>,
  { length, next, nextLine }: { readonly length: number; readonly next: string; readonly nextLine: string },
): 'sentence' | undefined {
  const mark = last.after.at(-1)?.kind
  if (mark === ':') return 'sentence'
  if (mark !== undefined && mark !== ')' && mark !== '"' && mark !== '.') return undefined
  if (mark === '.' && DOTLESS_TITLES.has(last.lower)) return undefined
  if (length >= SHORT_LINE || GOES_ON.has(last.lower)) return undefined
  if (/^[A-Z0-9$#@"(]/.test(next)) return 'sentence'
  return length < 20 && nextLine.length < 20 && /^[^.!?]*$/.test(nextLine) ? 'sentence' : undefined
}
