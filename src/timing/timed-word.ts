import type { WrittenWord } from '../text/written/write-words.ts'

/** When a word is heard, in whole milliseconds from the start of the audio. */
export type HeardWord = {
  /** In the caller's spelling, without the punctuation around it. */
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

/** A heard word and what a reader sees around it. */
export type TimedWord = HeardWord &
  Pick<WrittenWord, 'before' | 'after' | 'shown'> & {
    /** Number of the sentence that the word is in. Never falls. */
    readonly sentence: number
  }

/** Returns the text of some neighbouring words as a reader sees it: without markup, line breaks or control characters. */
export function joinWords(words: readonly TimedWord[]): string {
  return words
    .map(({ before, text, shown = text, after }) => before + shown + after)
    .join('')
    .trim()
}
