import { expect, test } from 'vitest'
import { formatWordTiming } from '../../timing/format-word-timing.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { formatTiming } from '../timing/format-timing.ts'
import { joinTimings } from './join-timings.ts'

const word = (text: string, startMs: number, sentence = 0) => ({
  text,
  before: '',
  after: '. ',
  startMs,
  endMs: startMs + 100,
  sentence,
})
const timing = (words: SpeechTiming['words'], confidence = 1): SpeechTiming => ({
  languageCode: 'en-gb',
  confidence,
  durationMs: 1000,
  words,
})

test('words keep their order, move by the start of their part, and their sentences go on counting', () => {
  const joined = joinTimings(
    [
      { timing: timing([word('One', 0), word('Two', 500, 1)]), startSeconds: 0 },
      { timing: undefined, startSeconds: 1 },
      { timing: timing([word('Three', 10)], 0.5), startSeconds: 2.0004 },
      { timing: timing([word('Four', 0), word('Five', 300, 2)]), startSeconds: 4.5 },
    ],
    { durationSeconds: 5.5 },
  )
  expect(joined.words.map(({ text, startMs, endMs, sentence }) => [text, startMs, endMs, sentence])).toEqual([
    ['One', 0, 100, 0],
    ['Two', 500, 600, 1],
    ['Three', 2010, 2110, 2],
    ['Four', 4500, 4600, 3],
    ['Five', 4800, 4900, 5],
  ])
  expect(joined).toMatchObject({ languageCode: 'en-gb', confidence: 0.5, durationMs: 5500 })
})

test('the transcript has a space between parts', () => {
  const part = { timing: timing([{ ...word('End', 0), after: '.' }]), startSeconds: 0 }
  const joined = joinTimings([part, { ...part, startSeconds: 1 }], { durationSeconds: 2 })
  expect(JSON.parse(formatWordTiming(joined)).results[0].alternatives[0].transcript).toBe('End. End.')
})

test('captions divide joined parts between their words', () => {
  const part = (text: string) => timing([{ ...word(text, 0), endMs: 900, after: '.' }])
  const joined = joinTimings(
    ['One', 'Two', 'Three'].map((text, i) => ({ timing: part(text), startSeconds: i * 3 })),
    { durationSeconds: 9 },
  )
  expect(formatTiming(joined, 'srt').match(/^(?:One|Two|Three)\.\r?$/gm)).toHaveLength(3)
})

test('parts without any word times give none', () => {
  const joined = joinTimings([{ timing: undefined, startSeconds: 0 }], { durationSeconds: 1.25 })
  expect(joined).toEqual({ languageCode: 'en-us', confidence: 1, durationMs: 1250, words: [] })
})
