import { stripMarkup } from './strip-markup.ts'

export type Punctuation = { readonly before: string; readonly after: string }

type Span = { readonly start: number; readonly end: number }

/** Characters between two words that are read as punctuation; of more, this much is kept on each side. */
const MAX_GAP = 16
const KEPT = 8

/**
 * What stands around each word of `source`, for captions: markup is left out, white space becomes one space. Of a row
 * of signs that would fill a caption of its own, such as a line drawn with hyphens, only what touches a word is kept, and
 * of that 8 characters. `spans` are the words in order; the result has one entry for each.
 */
export function findPunctuation(source: string, spans: readonly Span[]): readonly Punctuation[] {
  const edges = [0, ...spans.flatMap(({ start, end }) => [start, end]), source.length]
  const gaps = Array.from({ length: spans.length + 1 }, (_, i) =>
    stripMarkup(source.slice(edges[i * 2], edges[i * 2 + 1])),
  )
  const last = spans.length - 1
  return spans.map((_, i) => ({
    before: i === 0 ? beforeAll(gaps[0]!) : splitGap(gaps[i]!).before,
    after: i === last ? afterAll(gaps[i + 1]!) : splitGap(gaps[i + 1]!).after,
  }))
}

/** What follows the last space leans on the next word; the rest belongs to the word before. */
function splitGap(gap: string): Punctuation {
  const end = gap.lastIndexOf(' ') + 1
  if (gap.length <= MAX_GAP) return { after: gap.slice(0, end || undefined), before: end === 0 ? '' : gap.slice(end) }
  if (end === 0) return { after: firstCharacters(gap), before: '' }
  return { after: `${firstCharacters(gap)} `, before: lastCharacters(gap) }
}

function beforeAll(gap: string): string {
  return gap.length > MAX_GAP ? lastCharacters(gap) : gap.trimStart()
}

function afterAll(gap: string): string {
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
