import type { SpokenWord } from '../utterance.ts'
import { tagWords } from './tag-words.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from './tight-features.ts'
import { describeWords } from './word-traits.ts'

/**
 * Tags a sentence and returns a function that says whether the gap after a spoken word is tight: inside a name, a phrase, a verb or a
 * written word, where no reader pauses. Punctuation in the gap is ignored. The gap after the last word is not tight.
 */
export type TightGaps = (words: readonly SpokenWord[]) => (at: number) => boolean

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTightGaps(bytes: Uint8Array): TightGaps {
  const { kinds, tagger, tight, tightFrom } = openTaggingModel(bytes)
  const numbers = new Int32Array(TIGHT_FEATURES)
  return (words) => {
    const traits = describeWords(words, kinds)
    const tags = tagWords(traits, tagger)
    const writtenOf = findWritten(traits.starts)
    return (at) => {
      const written = writtenOf[at]!
      if (at < traits.starts[written + 1]! - 1) return true
      if (written === tags.length - 1) return false
      findTightWeights({ traits, at: written, tags }, tight.length, numbers)
      return sumWeights(numbers, tight) >= tightFrom
    }
  }
}

/** Returns the index of the written word of each spoken word. */
function findWritten(starts: Int32Array): Int32Array {
  const written = new Int32Array(starts.at(-1)!)
  for (let i = 0; i < starts.length - 1; i++) written.fill(i, starts[i], starts[i + 1])
  return written
}
