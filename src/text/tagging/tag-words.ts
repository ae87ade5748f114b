import { findTagRows, TAG_FEATURES } from './tag-features.ts'
import { TAGS } from './tags.ts'
import type { WordTraits } from './word-traits.ts'

/** Rows of weights, one weight in a row for each tag. */
export type TagWeights = Int8Array | Float32Array

type TagScores = Int32Array | Float32Array

/** Creates room for the sums of weights: whole numbers for whole numbers. */
export function createScores(weights: TagWeights): TagScores {
  return weights instanceof Int8Array ? new Int32Array(TAGS.length) : new Float32Array(TAGS.length)
}

/**
 * Tags the written words of a sentence from left to right: each word gets the tag whose weights add up to most, as an index into
 * `TAGS`.
 */
export function tagWords(traits: WordTraits, weights: TagWeights): Uint8Array {
  const tags = new Uint8Array(traits.word.length)
  const rows = new Int32Array(TAG_FEATURES)
  const scores = createScores(weights)
  for (let at = 0; at < tags.length; at++) {
    findTagRows({ traits, at, tags }, weights.length / TAGS.length, rows)
    tags[at] = chooseTag(rows, weights, scores)
  }
  return tags
}

/** Adds up the weights of some rows and returns the index of the highest sum. */
export function chooseTag(rows: Int32Array, weights: TagWeights, scores: TagScores): number {
  scores.fill(0)
  for (let i = 0; i < rows.length; i++) {
    const base = rows[i]! * scores.length
    for (let tag = 0; tag < scores.length; tag++) scores[tag]! += weights[base + tag]!
  }
  let best = 0
  for (let tag = 1; tag < scores.length; tag++) if (scores[tag]! > scores[best]!) best = tag
  return best
}
