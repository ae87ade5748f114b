/** What is written between two words, divided between them. */
export type Punctuation = { readonly before: string; readonly after: string }

/** Characters between two words that are read as punctuation. Of a longer row of signs, each word keeps the nearest few. */
const MAX_GAP = 16
const KEPT = 8

/** Returns text on one line: one space for any white space, and no other control characters. */
export function tidyText(text: string): string {
  if (/^(?:[!-~]*| )$/.test(text)) return text
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '')
}

/**
 * Divides the text between two words. What follows the last space belongs to the next word, the rest to the word before.
 * Of a row of signs that would fill a caption of its own, such as a line drawn with hyphens, only 8 characters that touch a
 * word are kept.
 */
export function splitGap(gap: string): Punctuation {
  const end = gap.lastIndexOf(' ') + 1
  if (gap.length <= MAX_GAP) return { after: gap.slice(0, end || undefined), before: end === 0 ? '' : gap.slice(end) }
  if (end === 0) return { after: firstCharacters(gap), before: '' }
  return { after: `${firstCharacters(gap)} `, before: lastCharacters(gap) }
}

/** Returns what belongs to the first word of a text. */
export function trimFirst(gap: string): string {
  return gap.length > MAX_GAP ? lastCharacters(gap) : gap.trimStart()
}

/** Returns what belongs to the last word of a text. */
export function trimLast(gap: string): string {
  return gap.length > MAX_GAP ? firstCharacters(gap) : gap.trimEnd()
}

/** The first few of the signs that touch the word before. */
function firstCharacters(signs: string): string {
  return charactersOf(signs.split(' ', 1)[0]!).slice(0, KEPT).join('')
}

/** The last few of the signs that touch the next word. */
function lastCharacters(signs: string): string {
  return charactersOf(signs.slice(signs.lastIndexOf(' ') + 1))
    .slice(-KEPT)
    .join('')
}

/** Characters as they are seen: an emoji of several code points is one. */
function charactersOf(signs: string): readonly string[] {
  return Array.from(new Intl.Segmenter('en').segment(signs), ({ segment }) => segment)
}
