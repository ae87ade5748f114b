import { mix, numberFeatures } from './hash.ts'
import type { SentencePlace } from './sentence-place.ts'

/** Number of features by which a tag is chosen. */
export const TAG_FEATURES = 26

/** Stands for each trait of a place outside of the sentence. */
const OUTSIDE = 77
const OUTSIDE_MARK = 3

/** Writes the numbers of the rows of weights by which the tag of a word is chosen into `rows`. The word and those after it have no tags yet. */
export function findTagRows({ traits, at, tags }: SentencePlace, rowCount: number, rows: Int32Array): void {
  const { word, suffix2, suffix3, suffix4, kind, shape, mark } = traits
  const last = word.length - 1
  const isFirst = at === 0
  const isLast = at === last
  const w = word[at]!
  const ending = suffix3[at]!
  const form = shape[at]!
  const usual = kind[at]!
  const previous = isFirst ? OUTSIDE : tags[at - 1]!
  const second = at > 1 ? tags[at - 2]! : OUTSIDE
  const before = isFirst ? OUTSIDE : word[at - 1]!
  const after = isLast ? OUTSIDE : word[at + 1]!
  const endingAfter = isLast ? OUTSIDE : suffix3[at + 1]!
  const usualAfter = isLast ? OUTSIDE : kind[at + 1]!
  const usualLater = at < last - 1 ? kind[at + 2]! : OUTSIDE
  const marks = (isFirst ? OUTSIDE_MARK : mark[at - 1]!) * 4 + (isLast ? OUTSIDE_MARK : mark[at]!)
  let next = 0
  rows[next++] = w
  rows[next++] = suffix2[at]!
  rows[next++] = ending
  rows[next++] = suffix4[at]!
  rows[next++] = form * 2 + (isFirst ? 1 : 0)
  rows[next++] = previous
  rows[next++] = previous * 64 + second
  rows[next++] = mix(w, previous)
  rows[next++] = before
  rows[next++] = after
  rows[next++] = at < last - 1 ? word[at + 2]! : OUTSIDE
  rows[next++] = endingAfter
  rows[next++] = mix(before, w)
  rows[next++] = mix(ending, previous)
  rows[next++] = marks * 64 + previous
  rows[next++] = mix(w, form)
  rows[next++] = (form * 64 + previous) * 8 + (isLast ? OUTSIDE : shape[at + 1]!)
  rows[next++] = mix(mix(endingAfter, previous), second)
  rows[next++] = usual
  rows[next++] = usual * 64 + previous
  rows[next++] = usualAfter
  rows[next++] = usual * 256 + usualAfter
  rows[next++] = (usual * 256 + usualAfter) * 64 + previous
  rows[next++] = usualLater * 256 + usualAfter
  rows[next++] = mix(w, usualAfter)
  rows[next++] = usual * 8 + form
  numberFeatures(rows, rowCount)
}
