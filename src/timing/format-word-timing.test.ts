import { expect, test } from 'vitest'
import { timeWords } from '../../test/support/time-words.ts'
import { formatWordTiming } from './format-word-timing.ts'

const OPTIONS = { languageCode: 'en-us', confidence: 1, durationSeconds: 1.2345 }

test('has one result: the text, each word as written, and no start for the first', () => {
  const words = timeWords('It costs $5, "friend".')
  expect(JSON.parse(formatWordTiming(words, OPTIONS))).toEqual({
    results: [
      {
        alternatives: [
          {
            transcript: 'It costs $5, "friend".',
            confidence: 1,
            words: [
              { endOffset: '0.120s', word: 'It' },
              { startOffset: '0.120s', endOffset: '0.420s', word: 'costs' },
              { startOffset: '0.420s', endOffset: '0.480s', word: '5' },
              { startOffset: '0.680s', endOffset: '1.040s', word: 'friend' },
            ],
          },
        ],
        resultEndOffset: '1.235s',
        languageCode: 'en-us',
      },
    ],
  })
})

test('several sentences are one result, and only the very first word has no start', () => {
  const { results } = JSON.parse(formatWordTiming(timeWords('One. Two.\n\nThree.'), OPTIONS))
  expect(results).toHaveLength(1)
  const [{ transcript, words }] = results[0].alternatives
  expect(transcript).toBe('One. Two. Three.')
  expect(words.map((word: object) => 'startOffset' in word)).toEqual([false, true, true])
})
