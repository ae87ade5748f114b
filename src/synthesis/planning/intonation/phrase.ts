import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

/** What ends a phrase: a mark, the cut between two segments, or the `or` of a choice. */
export type PhraseEnd = BoundaryMark | 'cut' | 'or'

/** Words with one tune; at least one word. */
export type Phrase = { readonly words: readonly SpokenWord[]; readonly end: PhraseEnd }

/** Cuts a sentence into phrases: each ends at a mark or at a cut between segments. */
export function cutPhrases(pieces: readonly (readonly SpokenWord[])[]): readonly Phrase[] {
  const phrases: Phrase[] = []
  for (const piece of pieces) {
    let from = 0
    for (const [i, { boundary }] of piece.entries()) {
      if (boundary === undefined && i < piece.length - 1) continue
      phrases.push({ words: piece.slice(from, i + 1), end: boundary?.mark ?? 'cut' })
      from = i + 1
    }
  }
  return phrases
}
