import { findTagRows, TAG_FEATURES } from '../../src/text/tagging/tag-features.ts'
import { chooseTag, createScores } from '../../src/text/tagging/tag-words.ts'
import { TAGS } from '../../src/text/tagging/tags.ts'
import type { WordTraits } from '../../src/text/tagging/word-traits.ts'
import { shuffled } from './shuffle.ts'

/** A sentence and the tags of its words; -1 for an unknown one. */
export type TaggedSentence = { readonly traits: WordTraits; readonly tags: Int8Array }

/** Number of rows of weights, and of passes over the sentences. */
type TaggerTraining = { readonly rows: number; readonly epochs: number }

/**
 * Trains an averaged perceptron: a wrong tag costs its rows what the right one gains, and the weights at the end are their mean
 * over all words. The tags of the last words are those that the perceptron itself has chosen.
 */
export function trainTagger(
  sentences: readonly TaggedSentence[],
  { rows: rowCount, epochs }: TaggerTraining,
): Float32Array {
  const count = TAGS.length
  const weights = new Float32Array(count * rowCount)
  // The mean is weights - lag / words: each change is added to `lag` multiplied by the words before it.
  const lag = new Float64Array(count * rowCount)
  const rows = new Int32Array(TAG_FEATURES)
  const scores = createScores(weights)
  let words = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { traits, tags: right } of shuffled(sentences, epoch)) {
      const tags = new Uint8Array(right.length)
      for (let at = 0; at < tags.length; at++) {
        findTagRows({ traits, at, tags }, rowCount, rows)
        tags[at] = chooseTag(rows, weights, scores)
        const wanted = right[at]!
        words++
        if (wanted < 0 || tags[at] === wanted) continue
        for (const row of rows) {
          weights[row * count + wanted]!++
          weights[row * count + tags[at]!]!--
          lag[row * count + wanted]! += words
          lag[row * count + tags[at]!]! -= words
        }
      }
    }
  }
  return weights.map((weight, i) => weight - lag[i]! / words)
}
