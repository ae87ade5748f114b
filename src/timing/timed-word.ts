import { stripMarkup } from './captions/strip-markup.ts'

/** When a word is heard, in whole milliseconds from the start of the audio. */
export type HeardWord = {
  /** In the caller's spelling, without the punctuation around it. */
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

/** A heard word and its place in the text. `before`, `text` and `after` of all words, laid end to end, are that text without markup. */
export type TimedWord = HeardWord & {
  /** Punctuation that leans on the word, such as an opening quotation mark. */
  readonly before: string
  /** All that follows up to the next word's `before`; ends with a space where the caller left one. */
  readonly after: string
  /** Number of the sentence that the word is in; never falls. */
  readonly sentence: number
}

/** The text that some neighbouring words stand for, to be read: without markup, line breaks or control characters. */
export function joinWords(words: readonly TimedWord[]): string {
  return words
    .map(({ before, text, after }) => before + stripMarkup(text) + after)
    .join('')
    .trim()
}
