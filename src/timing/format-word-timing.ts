import { joinWords, type TimedWord, toMilliseconds } from './timed-word.ts'

type WordTimingOptions = {
  /** In lower case: `en-us`. */
  readonly languageCode: string
  /** Of the whole audio. */
  readonly durationSeconds: number
  /** How sure the times are, from 0 to 1; 1 where they come from the samples that were written. */
  readonly confidence: number
}

/**
 * The file `word-timing.json`: one result with the whole text, every word in the caller's spelling.
 * `startOffset` is absent on the first word.
 */
export function formatWordTiming(
  words: readonly TimedWord[],
  { languageCode, durationSeconds, confidence }: WordTimingOptions,
): string {
  const timings = words.map(({ text, startSeconds, endSeconds }, i) => ({
    ...(i > 0 && { startOffset: formatOffset(startSeconds) }),
    endOffset: formatOffset(endSeconds),
    word: text,
  }))
  const result = {
    alternatives: [{ transcript: joinWords(words), confidence, words: timings }],
    resultEndOffset: formatOffset(durationSeconds),
    languageCode,
  }
  return `${JSON.stringify({ results: [result] }, undefined, 2)}\n`
}

function formatOffset(seconds: number): string {
  return `${(toMilliseconds(seconds) / 1000).toFixed(3)}s`
}
