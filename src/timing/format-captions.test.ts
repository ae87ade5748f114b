import { parse } from '@plussub/srt-vtt-parser'
import { expect, test } from 'vitest'
import { timeWords } from '../../test/support/time-words.ts'
import { formatSrt } from './format-srt.ts'
import { formatVtt } from './format-vtt.ts'
import { formatWordTiming } from './format-word-timing.ts'
import { planCues } from './plan-cues.ts'

const TEXT =
  'Dogs & cats <3 each other --> really, they do, and they have done so for as long as anyone remembers. They sleep in one bed. "Why?" asked the neighbour, who had never owned a pet.'
const WORDS = timeWords(TEXT, { pace: 0.07 })
const DURATION = { durationSeconds: WORDS.at(-1)!.endSeconds + 0.3 }
const CUES = planCues(WORDS, DURATION)

const read = (file: string): readonly { from: number; to: number; text: string }[] => parse(file).entries

test('a WebVTT file escapes what would be read as markup', () => {
  const [header, ...blocks] = formatVtt(CUES).split('\n\n')
  expect(header).toBe('WEBVTT')
  expect(blocks).toHaveLength(CUES.length)
  expect(blocks[0]).toMatch(/^00:00:00\.000 --> 00:00:0\d\.\d{3}\nDogs &amp; cats &lt;3 each/)
  expect(blocks[0]).toContain('--&gt;')
})

test('a SubRip file numbers its captions and writes commas', () => {
  expect(formatSrt(CUES)).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nDogs & cats <3/)
  expect(formatSrt(CUES)).toMatch(/\n\n2\n00:00:0\d,\d{3} --> /)
})

test('both are read back as they were meant', () => {
  const expected = CUES.map(({ startMs, endMs }) => ({ from: startMs, to: endMs }))
  const timesOf = (file: string) => read(file).map(({ from, to }) => ({ from, to }))
  expect(timesOf(formatSrt(CUES))).toEqual(expected)
  expect(timesOf(formatVtt(CUES))).toEqual(expected)
  const texts = read(formatSrt(CUES)).map(({ text }) => text.replaceAll('\n', ' '))
  expect(texts.join(' ')).toBe(TEXT)
})

test('captions begin with words of the word timing, to the millisecond', () => {
  const { results } = JSON.parse(formatWordTiming(WORDS, { ...DURATION, languageCode: 'en-us', confidence: 1 }))
  const words: readonly { startOffset?: string }[] = results.flatMap(
    ({ alternatives }: { alternatives: { words: object[] }[] }) => alternatives[0]!.words,
  )
  const starts = words.map(({ startOffset = '0s' }) => Math.round(Number.parseFloat(startOffset) * 1000))
  for (const { startMs } of CUES) expect(starts).toContain(startMs)
})

test('hours are counted', () => {
  const cue = { startMs: 3_661_007, endMs: 360_000_000, lines: ['late'] }
  expect(formatVtt([cue])).toContain('01:01:01.007 --> 100:00:00.000')
  expect(formatSrt([cue])).toContain('01:01:01,007 --> 100:00:00,000')
})
