import { readSections } from '../sectioned-file.ts'
import { findTagRows, TAG_FEATURES } from './tag-features.ts'
import type { WordTraits } from './word-traits.ts'

/** Gives each written word of a sentence its tag: an index into `TAGS`. */
export type Tagger = (traits: WordTraits) => Uint8Array

/** Rows of weights, one weight a tag. */
export type TagWeights = { readonly bits: number; readonly tags: number; readonly weights: ArrayLike<number> }

/** Tags a sentence from left to right: each word gets the tag whose weights add up to most. */
export function tagWords(traits: WordTraits, { bits, tags: count, weights }: TagWeights): Uint8Array {
  const tags = new Uint8Array(traits.word.length)
  const rows = new Int32Array(TAG_FEATURES)
  const scores = new Float64Array(count)
  for (let at = 0; at < tags.length; at++) {
    findTagRows(traits, at, tags, bits, rows)
    tags[at] = chooseTag(rows, weights, scores)
  }
  return tags
}

/** Adds up the weights of some rows and returns the index of the highest sum. */
export function chooseTag(rows: Int32Array, weights: ArrayLike<number>, scores: Float64Array): number {
  const count = scores.length
  scores.fill(0)
  for (let i = 0; i < rows.length; i++) {
    const base = rows[i]! * count
    for (let tag = 0; tag < count; tag++) scores[tag]! += weights[base + tag]!
  }
  let best = 0
  for (let tag = 1; tag < count; tag++) if (scores[tag]! > scores[best]!) best = tag
  return best
}
