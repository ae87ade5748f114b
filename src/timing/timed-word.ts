import type { WrittenWord } from '../text/written/write-words.ts'
import type { TimedPhone } from './phones/phone-time.ts'

/** A word and when it is heard, in whole milliseconds from the start of the audio. */
export type HeardWord = {
  /** In the caller's spelling, without the punctuation around it. */
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

/** A heard word and the text that a reader sees around it. */
export type TimedWord = HeardWord &
  Pick<WrittenWord, 'before' | 'after' | 'shown'> & {
    /** Number of the word's sentence; never decreases. */
    readonly sentence: number
    /** Its sounds in order, without gaps. Absent in timings that were stored before sounds were timed. */
    readonly phones?: readonly TimedPhone[]
  }

/** Returns the text of neighbouring words as a reader sees it: without markup, line breaks or control characters. */
export function joinWords(words: readonly TimedWord[]): string {
  return words
    .map(({ before, text, shown = text, after }) => before + shown + after)
    .join('')
    .trim()
}
