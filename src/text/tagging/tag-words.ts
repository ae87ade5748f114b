import { findTagRows, TAG_FEATURES } from './tag-features.ts'
import { TAGS } from './tags.ts'
import type { WordTraits } from './word-traits.ts'

/** Rows of weights, one weight in a row for each tag. */
export type TagWeights = Int8Array | Float32Array

/**
 * Tags the written words of a sentence from left to right: each word gets the tag whose weights add up to most, as an index into
 * `TAGS`.
 */
export function tagWords(traits: WordTraits, weights: TagWeights): Uint8Array {
  const tags = new Uint8Array(traits.word.length)
  const rows = new Int32Array(TAG_FEATURES)
  const scores = new Float64Array(TAGS.length)
  for (let at = 0; at < tags.length; at++) {
    findTagRows({ traits, at, tags, count: weights.length / TAGS.length }, rows)
    tags[at] = chooseTag(rows, weights, scores)
  }
  return tags
}

/** Adds up the weights of some rows and returns the index of the highest sum. */
export function chooseTag(rows: Int32Array, weights: TagWeights, scores: Float64Array): number {
  scores.fill(0)
  for (let i = 0; i < rows.length; i++) {
    const base = rows[i]! * scores.length
    for (let tag = 0; tag < scores.length; tag++) scores[tag]! += weights[base + tag]!
  }
  let best = 0
  for (let tag = 1; tag < scores.length; tag++) if (scores[tag]! > scores[best]!) best = tag
  return best
}
