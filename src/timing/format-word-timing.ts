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
 * The file `word-timing.json`: a result for each sentence, every word in the caller's spelling. Offsets count from the
 * start of the audio; `startOffset` is absent on the very first word. A result ends where the next begins, and the last
 * with the audio.
 */
export function formatWordTiming(
  words: readonly TimedWord[],
  { languageCode, durationSeconds, confidence }: WordTimingOptions,
): string {
  const sentences = divideSentences(words)
  const results = sentences.map((sentence, index) => ({
    alternatives: [
      {
        transcript: joinWords(sentence),
        confidence,
        words: sentence.map((word) => formatWord(word, word === words[0])),
      },
    ],
    resultEndOffset: formatOffset(sentences[index + 1]?.[0]?.startSeconds ?? durationSeconds),
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

function formatWord({ text, startSeconds, endSeconds }: TimedWord, isFirst: boolean) {
  return {
    ...(!isFirst && { startOffset: formatOffset(startSeconds) }),
    endOffset: formatOffset(endSeconds),
    word: text,
  }
}

function formatOffset(seconds: number): string {
  return `${(toMilliseconds(seconds) / 1000).toFixed(3)}s`
}
