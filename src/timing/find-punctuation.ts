export type Punctuation = { readonly before: string; readonly after: string }

type Span = { readonly start: number; readonly end: number }

const TAG = /<[/!?]?[A-Za-z-][^<>]*>/g
const RESPELLING_COLONS = /::/g
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

/**
 * What stands around each word of `source`, for captions: markup is left out, white space becomes one space.
 * `spans` are the words in order; the result has one entry for each.
 */
export function findPunctuation(source: string, spans: readonly Span[]): readonly Punctuation[] {
  const edges = [0, ...spans.flatMap(({ start, end }) => [start, end]), source.length]
  const gaps = Array.from({ length: spans.length + 1 }, (_, i) =>
    withoutMarkup(source.slice(edges[i * 2], edges[i * 2 + 1])),
  )
  return spans.map((_, i) => ({
    before: i === 0 ? gaps[0]!.trimStart() : splitGap(gaps[i]!).before,
    after: i === spans.length - 1 ? gaps[i + 1]!.trimEnd() : splitGap(gaps[i + 1]!).after,
  }))
}

/** What follows the last space leans on the next word; the rest belongs to the word before. */
function splitGap(gap: string): Punctuation {
  const end = gap.lastIndexOf(' ') + 1
  return end === 0 ? { after: gap, before: '' } : { after: gap.slice(0, end), before: gap.slice(end) }
}

function withoutMarkup(text: string): string {
  return text
    .replace(TAG, '')
    .replace(RESPELLING_COLONS, '')
    .replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
}
