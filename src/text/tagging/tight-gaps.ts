import type { SpokenWord } from '../utterance.ts'
import { tagWords } from './tag-words.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from './tight-features.ts'
import { describeWords } from './word-traits.ts'

/**
 * Returns a function that gives the log-odds that the gap after a spoken word of a sentence is tight: inside a name, a phrase or a
 * verb, where no reader pauses. They are infinite inside a written word, and -Infinity after the last word. The function ignores
 * punctuation in the gap, and tags the sentence when it is first called.
 */
export type TightGaps = (words: readonly SpokenWord[]) => (at: number) => number

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTightGaps(bytes: Uint8Array): TightGaps {
  const { kinds, tagger, tight, tightStep } = openTaggingModel(bytes)
  const numbers = new Int32Array(TIGHT_FEATURES)
  const tag = (words: readonly SpokenWord[]) => {
    const traits = describeWords(words, kinds)
    return { traits, tags: tagWords(traits, tagger), writtenOf: findWritten(traits.starts) }
  }
  return (words) => {
    let tagged: ReturnType<typeof tag> | undefined
    return (at) => {
      tagged ??= tag(words)
      const { traits, tags, writtenOf } = tagged
      const written = writtenOf[at]!
      if (at < traits.starts[written + 1]! - 1) return Number.POSITIVE_INFINITY
      if (written === tags.length - 1) return Number.NEGATIVE_INFINITY
      findTightWeights({ traits, at: written, tags }, tight.length, numbers)
      return tightStep * sumWeights(numbers, tight)
    }
  }
}

/** Returns the index of the written word of each spoken word. */
function findWritten(starts: Int32Array): Int32Array {
  const written = new Int32Array(starts.at(-1)!)
  for (let i = 0; i < starts.length - 1; i++) written.fill(i, starts[i], starts[i + 1])
  return written
}
