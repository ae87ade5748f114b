import type { SourceWord } from '../../../text/normalization/normalized-text.ts'

/** What encloses a word: brackets or quotation marks. */
export type Aside = 'none' | 'brackets' | 'quotation'

const TAG = /<[^<>]*>/g
/** Matches within a line. Brackets and quotation marks that are never closed have no effect. */
const ASIDE = /\([^()\n]*\)|\[[^[\]\n]*\]|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»/g

const OPENS_ASIDE = /[([“«"]/

/** Returns for each of the caller's words whether brackets or quotation marks of the text enclose it. */
export function findAsides(words: readonly SourceWord[], text: string): readonly Aside[] {
  if (!OPENS_ASIDE.test(text)) return words.map(() => 'none')
  // Tags are not spoken, and their attributes are quoted.
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
