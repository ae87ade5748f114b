import type { SpokenWord } from '../utterance.ts'
import { createTagger, type TaggedSentence } from './tagger.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from './tight-features.ts'

/**
 * Returns a function that gives the log-odds that the gap after a spoken word of a sentence is tight: inside a name, a phrase or a
 * verb, where no reader pauses. They are infinite inside a written word, and -Infinity after the last word. The function ignores
 * punctuation in the gap. A sentence that has no tags yet is tagged when the function is first called.
 */
export type TightGaps = (words: readonly SpokenWord[], tagged?: TaggedSentence) => (at: number) => number

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTightGaps(bytes: Uint8Array): TightGaps {
  const { tight, tightStep } = openTaggingModel(bytes)
  const tagger = createTagger(bytes)
  const numbers = new Int32Array(TIGHT_FEATURES)
  return (words, known) => {
    let tagged = known
    return (at) => {
      tagged ??= tagger(words)
      const { traits, tags, writtenOf } = tagged
      const written = writtenOf[at]!
      if (at < traits.starts[written + 1]! - 1) return Number.POSITIVE_INFINITY
      if (written === tags.length - 1) return Number.NEGATIVE_INFINITY
      findTightWeights({ traits, at: written, tags }, tight.length, numbers)
      return tightStep * sumWeights(numbers, tight)
    }
  }
}
