/** A word and one of its pronunciations, to learn from. */
export type Entry = {
  readonly written: string
  readonly phonemes: readonly string[]
  /** Allowed values for each phoneme, if the source leaves them open: the tables from Wiktionary have no stress. */
  readonly options?: readonly (readonly string[])[]
  readonly source: Source
  /** How much it counts. */
  readonly weight: number
}

export const SOURCES = ['cmudict', 'supplement', 'wiktionary', 'spellings'] as const
export type Source = (typeof SOURCES)[number]

/** FNV-1a of a word, for choices that are the same on every machine. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

export function capitalise(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

/** Whether a word belongs to the tenth that is held out. */
export function isOfTheTenth(word: string): boolean {
  return hashWord(word) % 10 === 0
}
