/**
 * A word in the caller's spelling, and when it is heard. `before`, `text` and `after` of all words, laid end to end,
 * are the caller's text without markup.
 */
export type TimedWord = {
  /** Without the punctuation around it. */
  readonly text: string
  /** Punctuation that leans on the word, such as an opening quotation mark. */
  readonly before: string
  /** All that follows up to the next word's `before`; ends with a space where the caller left one. */
  readonly after: string
  /** From the start of the audio, as is `endSeconds`. */
  readonly startSeconds: number
  readonly endSeconds: number
  /** Number of the sentence that the word is in; never falls. */
  readonly sentence: number
}

/** Times as every format shows them: whole milliseconds. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000)
}

/** The text that some neighbouring words stand for. */
export function joinWords(words: readonly TimedWord[]): string {
  return words
    .map(({ before, text, after }) => before + text + after)
    .join('')
    .trim()
}
