import { diffArrays } from 'diff'

/** A stretch that both texts have, or one of them. */
export type TextPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** Words that may come and go until a comparison takes the whole text as changed. Its time grows with the square. */
const MOST_CHANGES = 200

/**
 * Compares two texts with markup by tags and words. The parts that were not added make the old text, and those that were not removed make
 * the new one.
 */
export function compareText(before: string, after: string): readonly TextPart[] {
  const parts =
    before === after
      ? [{ kind: 'same' as const, text: after }]
      : (compareWords(before, after) ?? [
          { kind: 'removed' as const, text: before },
          { kind: 'added' as const, text: after },
        ])
  return parts.filter(({ text }) => text !== '')
}

function compareWords(before: string, after: string): readonly TextPart[] | undefined {
  const changes = diffArrays(cutText(before), cutText(after), { maxEditLength: MOST_CHANGES })
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

/** Cuts a text into tags, words, white space and other characters. */
function cutText(markup: string): string[] {
  return markup.match(/<[^<>]*>|[\p{L}\p{M}\p{N}]+|\s+|./gsu) ?? []
}
