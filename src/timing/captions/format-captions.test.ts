import { spawnSync } from 'node:child_process'
import { parse } from '@plussub/srt-vtt-parser'
import { describe, expect, test } from 'vitest'
import { timeWords } from '../../../test/support/time-words.ts'
import { formatWordTiming } from '../format-word-timing.ts'
import { formatSrt } from './format-srt.ts'
import { formatVtt } from './format-vtt.ts'
import { planCues } from './plan-cues.ts'

const TEXT =
  'Dogs & cats <3 each other --> really, they do, and they have done so for as long as anyone remembers. They sleep in one bed. "Why?" asked the neighbour, who had never owned a pet.'
const TIMING = timeWords(TEXT, { pace: 0.07, rest: 0.3 })
const CUES = planCues(TIMING)

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
  const texts = read(formatSrt(CUES)).map(({ text }) => text.replaceAll('\n', ' ').replaceAll('\u2060', ''))
  expect(texts.join(' ')).toBe(TEXT)
})

test('captions begin with words of the word timing, to the millisecond', () => {
  const { results } = JSON.parse(formatWordTiming(TIMING))
  const words: readonly { startOffset?: string }[] = results.flatMap(
    ({ alternatives }: { alternatives: { words: object[] }[] }) => alternatives[0]!.words,
  )
  const starts = words.map(({ startOffset = '0s' }) => Math.round(Number.parseFloat(startOffset) * 1000))
  for (const { startMs } of CUES) expect(starts).toContain(startMs)
})

describe('text in angle brackets or braces is shown, and no player obeys it', () => {
  const lines = ['a <b> of <i>text</i>, <3,', '{\\an8}top {brace} <font color="red">']
  const cues = [{ startMs: 0, endMs: 1000, lines }]

  test.each([
    ['srt', formatSrt(cues), /\u2060/g],
    ['webvtt', formatVtt(cues), /\\(?=[{}])/g],
  ])('in %s', (format, file, guard) => {
    const args = ['-v', 'error', '-f', format, '-i', '-', '-f', 'ass', '-']
    const { stdout, stderr } = spawnSync('ffmpeg', args, { input: file, encoding: 'utf8' })
    const shown = stdout.trim().split(',,').at(-1)!
    expect(stderr).toBe('')
    expect(shown).not.toMatch(/(?<!\\)\{\\/)
    expect(shown.replace(guard, '')).toBe(lines.join('\\N'))
  })
})

test('hours are counted', () => {
  const cue = { startMs: 3_661_007, endMs: 360_000_000, lines: ['late'] }
  expect(formatVtt([cue])).toContain('01:01:01.007 --> 100:00:00.000')
  expect(formatSrt([cue])).toContain('01:01:01,007 --> 100:00:00,000')
})
