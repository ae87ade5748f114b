import type { Token } from './read-treebank.ts'

/** The extent of the phrase below each token of a sentence: its first and last token, and its number of words. */
export type TreeShape = { readonly first: Int32Array; readonly last: Int32Array; readonly words: Int32Array }

/** Measures the phrases of a sentence. Punctuation is no word and no edge. */
export function measurePhrases(tokens: readonly Token[]): TreeShape {
  const shape = {
    first: Int32Array.from(tokens, (_, at) => at),
    last: Int32Array.from(tokens, (_, at) => at),
    words: new Int32Array(tokens.length),
  }
  for (const [at, { universal }] of tokens.entries()) {
    if (universal !== 'PUNCT') for (const above of upwards(tokens, at)) extend(shape, above, at)
  }
  return shape
}

function extend({ first, last, words }: TreeShape, at: number, by: number): void {
  first[at] = Math.min(first[at]!, by)
  last[at] = Math.max(last[at]!, by)
  words[at]!++
}

/** A token, its head, the head of that, up to the root. */
export function upwards(tokens: readonly Token[], at: number): readonly number[] {
  const path: number[] = []
  for (let above = at; above >= 0 && path.length <= tokens.length; above = tokens[above]!.head) path.push(above)
  return path
}
