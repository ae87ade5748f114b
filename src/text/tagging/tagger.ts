import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { tagWords } from './tag-words.ts'
import { openTaggingModel } from './tagging-model.ts'
import { describeWords, type WordTraits } from './word-traits.ts'

/** The written words of a sentence with their parts of speech. */
export type TaggedSentence = {
  readonly traits: WordTraits
  /** An index into `TAGS` for each written word. */
  readonly tags: Uint8Array
  /** The index of the written word of each spoken word. */
  readonly writtenOf: Int32Array
}

/** Tags the words of a sentence. */
export type Tagger = (words: readonly Omit<NormalizedWord, 'sound'>[]) => TaggedSentence

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTagger(bytes: Uint8Array): Tagger {
  const { kinds, tagger } = openTaggingModel(bytes)
  return (words) => {
    const traits = describeWords(words, kinds)
    return { traits, tags: tagWords(traits, tagger), writtenOf: findWritten(traits.starts) }
  }
}

function findWritten(starts: Int32Array): Int32Array {
  const written = new Int32Array(starts.at(-1)!)
  for (let i = 0; i < starts.length - 1; i++) written.fill(i, starts[i], starts[i + 1])
  return written
}
