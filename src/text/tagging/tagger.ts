import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { tagWords } from './tag-words.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from './tight-features.ts'
import { describeWords, type WordTraits } from './word-traits.ts'

/** The written words of a sentence with their parts of speech. */
export type TaggedSentence = {
  readonly traits: WordTraits
  /** An index into `TAGS` for each written word. */
  readonly tags: Uint8Array
  /** The index of the written word of each spoken word. */
  readonly writtenOf: Int32Array
}

type Words = readonly Omit<NormalizedWord, 'sound'>[]

/** Tags the words of sentences, and finds what no reader parts. */
export type Tagger = {
  tag(words: Words): TaggedSentence
  /**
   * Returns a function that gives the log-odds that the gap after a spoken word of a sentence is tight: inside a name, a phrase or a
   * verb, where no reader pauses. They are infinite inside a written word, and -Infinity after the last word. The function ignores
   * punctuation in the gap. A sentence that has no tags yet is tagged when the function is first called.
   */
  tightGaps(words: Words, tagged?: TaggedSentence): (at: number) => number
}

/** Opens a packed model (data/tagging/en-us.bin). */
export function createTagger(bytes: Uint8Array): Tagger {
  const { kinds, tagger, tight, tightStep } = openTaggingModel(bytes)
  const numbers = new Int32Array(TIGHT_FEATURES)
  const tag = (words: Words): TaggedSentence => {
    const traits = describeWords(words, kinds)
    return { traits, tags: tagWords(traits, tagger), writtenOf: findWritten(traits.starts) }
  }
  return {
    tag,
    tightGaps(words, known) {
      let tagged = known
      return (at) => {
        tagged ??= tag(words)
        const { traits, tags, writtenOf } = tagged
        const written = writtenOf[at]!
        if (at < traits.starts[written + 1]! - 1) return Number.POSITIVE_INFINITY
        if (written === tags.length - 1) return Number.NEGATIVE_INFINITY
        findTightWeights({ traits, at: written, tags }, tight.length, numbers)
        return tightStep * sumWeights(numbers, tight)
      }
    },
  }
}

function findWritten(starts: Int32Array): Int32Array {
  const written = new Int32Array(starts.at(-1)!)
  for (let i = 0; i < starts.length - 1; i++) written.fill(i, starts[i], starts[i + 1])
  return written
}
