import type { SourceWord } from '../../../text/normalization/normalized-text.ts'

/** What a word is in: brackets, or quotation marks. */
export type Aside = 'none' | 'brackets' | 'quotation'

const TAG = /<[^<>]*>/g
/** Within a line: what is never closed sets nothing off. */
const ASIDE = /\([^()\n]*\)|\[[^[\]\n]*\]|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»/g

const OPENS_ASIDE = /[([“«"]/

/** Of each of the caller's words, whether it is in brackets or quotation marks of the text. */
export function findAsides(words: readonly SourceWord[], text: string): readonly Aside[] {
  if (!OPENS_ASIDE.test(text)) return words.map(() => 'none')
  // Tags are not heard, and their attributes are quoted.
  const heard = text.replace(TAG, (tag) => ' '.repeat(tag.length))
  const asides: Aside[] = words.map(() => 'none')
  let next = 0
  for (const { 0: aside, index } of heard.matchAll(ASIDE)) {
    while (next < words.length && words[next]!.start < index) next++
    for (; next < words.length && words[next]!.end <= index + aside.length; next++) {
      asides[next] = /^[([]/.test(aside) ? 'brackets' : 'quotation'
    }
  }
  return asides
}
