import { expect, test } from 'vitest'
import { timeWords } from '../../test/support/time-words.ts'
import { formatWordTiming } from './format-word-timing.ts'

test('has the text, each word as written, and no start for the first', () => {
  const timing = timeWords('It costs $5, "friend".', { rest: 0.195 })
  expect(JSON.parse(formatWordTiming(timing))).toEqual({
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

test('several sentences are one result, whose end is that of the audio; only the first word has no start', () => {
  const { results } = JSON.parse(formatWordTiming(timeWords('One here. Two.\n\nThree.')))
  expect(results).toHaveLength(1)
  const [{ alternatives, resultEndOffset }] = results
  expect(alternatives).toHaveLength(1)
  expect(alternatives[0].transcript).toBe('One here. Two. Three.')
  expect(alternatives[0].words.map((word: object) => 'startOffset' in word)).toEqual([false, true, true, true])
  expect(resultEndOffset).toBe('2.200s')
})
