import type { BoundaryMark } from '../../normalization/normalized-text.ts'
import type { Mark } from '../tokens/token.ts'

/** The marks by how much they weigh, the heaviest first. */
const WEIGHT: readonly BoundaryMark[] = ['?', '!', '.', '…', ':', ';', ',', '-', '(', ')', '"']

/** The mark that is heard of all that are between two tokens, and its position; undefined for none. */
export function chooseMark(after: readonly Mark[]): { readonly mark: BoundaryMark; readonly at: number } | undefined {
  let best: { mark: BoundaryMark; at: number } | undefined
  let bestWeight = WEIGHT.length
  for (const { kind, at } of after) {
    const weight = WEIGHT.indexOf(kind as BoundaryMark)
    if (weight < 0 || weight >= bestWeight) continue
    best = { mark: WEIGHT[weight]!, at }
    bestWeight = weight
  }
  return best
}
