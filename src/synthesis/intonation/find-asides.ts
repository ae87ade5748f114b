import type { SourceWord } from '../../text/normalization/normalized-text.ts'

/** What a word stands in: brackets, or quotation marks within a sentence. */
export type Aside = 'none' | 'brackets' | 'quotation'

const OPENING = /[([{]/
const CLOSING = /[)\]}]/
const TAG = /<[^<>]*>/g

/** Of each of the caller's words, whether it stands in brackets or quotation marks. Read from the text between the words. */
export function findAsides(words: readonly SourceWord[], text: string): readonly Aside[] {
  const asides: Aside[] = []
  let depth = 0
  let isQuoted = false
  let at = 0
  for (const { start, end } of words) {
    // Tags are not heard, and their attributes are quoted.
    const gap = text.slice(at, Math.max(at, start)).replace(TAG, ' ')
    for (const [i, sign] of [...gap].entries()) {
      if (OPENING.test(sign)) depth += 1
      else if (CLOSING.test(sign)) depth = Math.max(0, depth - 1)
      else if (/[“”"«»]/.test(sign)) isQuoted = opensQuotation(gap, i, isQuoted)
      else if (sign === '\n') isQuoted &&= false
    }
    asides.push(depth > 0 ? 'brackets' : isQuoted ? 'quotation' : 'none')
    at = Math.max(at, end)
  }
  return asides
}

/** Straight marks open and close in turns. */
function opensQuotation(gap: string, at: number, isQuoted: boolean): boolean {
  const sign = gap[at]
  if (sign === '“' || sign === '«') return true
  return sign === '"' && !isQuoted
}
