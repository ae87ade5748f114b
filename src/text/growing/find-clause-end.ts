import type { BoundaryMark } from '../normalization/normalized-text.ts'
import type { Utterance } from '../utterance.ts'

const CLAUSE_MARKS: ReadonlySet<BoundaryMark> = new Set([',', ';', ':', '-', ')'])
/** A shorter clause sounds torn off. */
const MIN_WORDS = 3

/** The last source word of the first clause of an unfinished text; undefined if no word follows a clause yet. */
export function findClauseEnd({ sentences }: Pick<Utterance, 'sentences'>): number | undefined {
  const spoken = sentences[0]?.words ?? []
  const end = spoken.findIndex(
    ({ boundary, source }, index) =>
      index + 1 >= MIN_WORDS &&
      boundary !== undefined &&
      CLAUSE_MARKS.has(boundary.mark) &&
      spoken[index + 1] !== undefined &&
      spoken[index + 1]!.source !== source,
  )
  return spoken[end]?.source
}
