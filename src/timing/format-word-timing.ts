import { formatHeardWord, formatOffset } from './format-heard-word.ts'
import type { SpeechTiming } from './speech-timing.ts'
import { joinWords, type TimedWord } from './timed-word.ts'

/**
 * The file `word-timing.json`: a result for each sentence, every word in the caller's spelling. Offsets count from the
 * start of the audio; `startOffset` is absent on the very first word. A result ends where the next begins, and the last
 * with the audio.
 */
export function formatWordTiming({ words, languageCode, confidence, durationMs }: SpeechTiming): string {
  const sentences = divideSentences(words)
  let index = 0
  const results = sentences.map((sentence, at) => ({
    alternatives: [
      {
        transcript: joinWords(sentence),
        confidence,
        words: sentence.map((word) => formatHeardWord(word, index++)),
      },
    ],
    resultEndOffset: formatOffset(sentences[at + 1]?.[0]?.startMs ?? durationMs),
    languageCode,
  }))
  return `${JSON.stringify({ results }, undefined, 2)}\n`
}

function divideSentences(words: readonly TimedWord[]): readonly (readonly TimedWord[])[] {
  const sentences: TimedWord[][] = []
  for (const word of words) {
    const current = sentences.at(-1)
    if (current?.[0]?.sentence === word.sentence) current.push(word)
    else sentences.push([word])
  }
  return sentences
}
