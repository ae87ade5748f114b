import type { TimedWord } from './timed-word.ts'

/** Times of all words of a speech. Plain JSON, stored with each clip. Contains the caller's text. */
export type SpeechTiming = {
  /** In lower case: `en-us`. */
  readonly languageCode: string
  /** Confidence of the times, from 0 to 1; 1 if they come from the samples that were written. */
  readonly confidence: number
  /** Duration of the whole audio. */
  readonly durationMs: number
  /** Each of the caller's words once, in order. */
  readonly words: readonly TimedWord[]
}
