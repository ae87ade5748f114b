import type { TimedWord } from './timed-word.ts'

/** When all that is said is heard. Plain JSON: clips are stored with theirs. Holds the caller's text. */
export type SpeechTiming = {
  /** In lower case: `en-us`. */
  readonly languageCode: string
  /** Confidence of the times, from 0 to 1; 1 if they come from the samples that were written. */
  readonly confidence: number
  /** Of the whole audio. */
  readonly durationMs: number
  /** Every word of the caller once, in order. */
  readonly words: readonly TimedWord[]
}
