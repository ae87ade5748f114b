import type { WordTraits } from './word-traits.ts'

/** A word of a sentence, and the tags of the sentence as far as they are known. */
export type SentencePlace = { readonly traits: WordTraits; readonly at: number; readonly tags: Uint8Array }
