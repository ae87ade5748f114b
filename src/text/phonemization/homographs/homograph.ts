/**
 * What the reading of a homograph hangs on. `past`: a verb's past and its participle. `name`: written with a capital inside a
 * sentence (Polish, Reading). `clued`: only a clue can choose it, because it is rare.
 */
export const HOMOGRAPH_ROLES = ['noun', 'verb', 'past', 'adjective', 'adverb', 'name', 'clued'] as const

export type HomographRole = (typeof HOMOGRAPH_ROLES)[number]

/** One way to say a homograph. */
export type HomographSense = {
  readonly role: HomographRole
  readonly phonemes: readonly string[]
  /**
   * Words that speak for this sense: anywhere in the sentence, or as `>word` right after, `<word` right before.
   * `=>word` and `=<word` decide by themselves, and so do `->word` and `-<word` in a compound.
   */
  readonly clues: readonly string[]
}

/** A word that is written one way and said in several; the first sense is taken if nothing speaks for another. */
export type Homograph = readonly HomographSense[]
