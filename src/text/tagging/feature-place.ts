import type { WordTraits } from './word-traits.ts'

/** A word of a sentence, and the number of places into which its features are hashed. */
export type FeaturePlace = {
  readonly traits: WordTraits
  readonly at: number
  /** Tags of the sentence, as far as they are known. */
  readonly tags: Uint8Array
  readonly count: number
}
