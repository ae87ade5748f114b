import type { SpokenWord } from '../utterance.ts'
import { createTagger, type TaggedSentence } from './tagger.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from './tight-features.ts'

/**
 * Returns a function that reports whether the gap after a spoken word of a sentence is tight: inside a name, a phrase, a verb or a
 * written word, where no reader pauses. It ignores punctuation in the gap. A sentence that has no tags yet is tagged when the function is first called. The gap after the last word is not tight.
 */
export type TightGaps = (words: readonly SpokenWord[], tagged?: TaggedSentence) => (at: number) => boolean

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTightGaps(bytes: Uint8Array): TightGaps {
  const { tight, tightFrom } = openTaggingModel(bytes)
  const tagger = createTagger(bytes)
  const numbers = new Int32Array(TIGHT_FEATURES)
  return (words, known) => {
    let tagged = known
    return (at) => {
      tagged ??= tagger(words)
      const { traits, tags, writtenOf } = tagged
      const written = writtenOf[at]!
      if (at < traits.starts[written + 1]! - 1) return true
      if (written === tags.length - 1) return false
      findTightWeights({ traits, at: written, tags }, tight.length, numbers)
      return sumWeights(numbers, tight) >= tightFrom
    }
  }
}
