import type { FeaturePlace } from './feature-place.ts'
import { mix, spread } from './mix-hash.ts'

/** Number of features by which a tag is chosen. */
export const TAG_FEATURES = 34

/** A trait of a place outside of the sentence. */
const OUTSIDE = 77

/** Writes the numbers of the rows of weights by which the tag of a word is chosen into `rows`. Later words have no tags yet. */
export function findTagRows({ traits, at, tags, count }: FeaturePlace, rows: Int32Array): void {
  const { word, prefix, suffix2, suffix3, suffix4, kind, shape, mark } = traits
  const last = word.length - 1
  const w = word[at]!
  const s3 = suffix3[at]!
  const form = shape[at]!
  const previous = at > 0 ? tags[at - 1]! : OUTSIDE
  const second = at > 1 ? tags[at - 2]! : OUTSIDE
  const before = at > 0 ? word[at - 1]! : OUTSIDE
  const after = at < last ? word[at + 1]! : OUTSIDE
  const afterSuffix = at < last ? suffix3[at + 1]! : OUTSIDE
  const afterShape = at < last ? shape[at + 1]! : OUTSIDE
  const usual = kind[at]!
  const usualAfter = at < last ? kind[at + 1]! : OUTSIDE
  const usualLater = at < last - 1 ? kind[at + 2]! : OUTSIDE
  const marks = (at > 0 ? mark[at - 1]! : 3) * 4 + (at < last ? mark[at]! : 3)
  let next = 0
  const add = (hash: number): void => {
    rows[next] = (spread(mix(hash, next)) >>> 0) % count
    next++
  }
  add(w)
  add(suffix2[at]!)
  add(s3)
  add(suffix4[at]!)
  add(prefix[at]!)
  add(form * 2 + (at === 0 ? 1 : 0))
  add(previous)
  add(previous * 64 + second)
  add(mix(w, previous))
  add(before)
  add(after)
  add(at > 1 ? word[at - 2]! : OUTSIDE)
  add(at < last - 1 ? word[at + 2]! : OUTSIDE)
  add(at > 0 ? suffix3[at - 1]! : OUTSIDE)
  add(afterSuffix)
  add(mix(before, w))
  add(mix(w, after))
  add(mix(s3, previous))
  add(mix(s3, afterSuffix))
  add(mix(after, previous))
  add(marks * 64 + previous)
  add(mix(w, form))
  add(mix(s3, form))
  add((form * 64 + previous) * 8 + afterShape)
  add(mix(mix(afterSuffix, previous), second))
  add(mix(w, previous * 64 + second))
  add(usual)
  add(usual * 64 + previous)
  add(usualAfter)
  add(usual * 256 + usualAfter)
  add((usual * 256 + usualAfter) * 64 + previous)
  add(usualLater * 256 + usualAfter)
  add(mix(w, usualAfter))
  add(usual * 8 + form)
}
