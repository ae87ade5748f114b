import type { SpokenWord } from '../utterance.ts'
import { tagWords } from './tag-words.ts'
import { openTaggingModel } from './tagging-model.ts'
import { findTightPlaces, sumWeights, TIGHT_FEATURES } from './tight-features.ts'
import { describeWords } from './word-traits.ts'

/**
 * Says for each word of a sentence whether the gap after it is tight: 1 between words of one name, phrase or verb, and inside a
 * written word; 0 where a phrase or clause may end. Punctuation in the gap is ignored. The last word has 0.
 */
export type TightGaps = (words: readonly SpokenWord[]) => Uint8Array

/** Creates the function from a packed model (data/tagging/en-us.bin). */
export function createTightGaps(bytes: Uint8Array): TightGaps {
  const { kinds, tagger, tight, tightFrom } = openTaggingModel(bytes)
  const places = new Int32Array(TIGHT_FEATURES)
  return (words) => {
    const gaps = new Uint8Array(words.length).fill(1)
    const traits = describeWords(words, kinds)
    const tags = tagWords(traits, tagger)
    for (let at = 0; at < tags.length; at++) {
      findTightPlaces({ traits, at, tags, count: tight.length }, places)
      const isLast = at === tags.length - 1
      gaps[traits.starts[at + 1]! - 1] = !isLast && sumWeights(places, tight) >= tightFrom ? 1 : 0
    }
    return gaps
  }
}
