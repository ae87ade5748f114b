import { formatHeardWord, formatOffset } from './format-heard-word.ts'
import type { SpeechTiming } from './speech-timing.ts'
import { joinWords } from './timed-word.ts'

/**
 * Formats the file `word-timing.json`: one result with the whole transcript and every word in the caller's spelling. Offsets
 * count from the start of the audio. `startOffset` is absent on the first word. `resultEndOffset` is the length of the audio.
 */
export function formatWordTiming({ words, languageCode, confidence, durationMs }: SpeechTiming): string {
  const result = {
    alternatives: [{ transcript: joinWords(words), confidence, words: words.map(formatHeardWord) }],
    resultEndOffset: formatOffset(durationMs),
    languageCode,
  }
  return `${JSON.stringify({ results: [result] }, undefined, 2)}\n`
}
