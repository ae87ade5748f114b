/**
 * What the reading of a homograph hangs on. `past`: a verb's past and its participle. `name`: written with a capital inside a
 * sentence (Polish, Reading). `topic`: senses that share a part of speech (the two basses), told apart by the words around.
 */
export const HOMOGRAPH_ROLES = ['noun', 'verb', 'past', 'adjective', 'adverb', 'name', 'topic'] as const

export type HomographRole = (typeof HOMOGRAPH_ROLES)[number]

/** One way to say a homograph. */
export type HomographSense = {
  readonly role: HomographRole
  readonly phonemes: readonly string[]
  /** Words that speak for this sense where they stand in the same sentence. */
  readonly clues: readonly string[]
}

/** A word that is written one way and said in several; the first sense is taken where nothing speaks for another. */
export type Homograph = readonly HomographSense[]
