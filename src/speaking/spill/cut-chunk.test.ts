import { expect, test } from 'vitest'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { cutChunk } from './cut-chunk.ts'

const RATE = 22_050
/** With four blocks of a quarter second just below 2 s. */
const LONGEST = 21_166
const word = (index: number, endSample: number) => ({ word: index, startSample: endSample - 10, endSample })
const chunk = (length: number, words: SpeechChunk['words'] = [], sampleRate = RATE): SpeechChunk => ({
  audio: { sampleRate, samples: new Float32Array(length) },
  words,
})

test.each([0, 1, LONGEST])('a chunk of %d samples is one piece', (length) => {
  const whole = { ...chunk(length, [word(0, length), word(1, length + 5)]), segmentSamples: 9000 }
  expect(cutChunk(whole, 500)).toEqual([{ start: 0, end: length, words: whole.words, segmentSamples: 9000 }])
})

test.each([LONGEST + 1, 2 * LONGEST, 2 * LONGEST + 1, 500_000])('a chunk of %d samples is short pieces', (length) => {
  const pieces = cutChunk({ ...chunk(length), segmentSamples: length }, 0)
  expect(pieces.map(({ start }) => start)).toEqual([0, ...pieces.slice(0, -1).map(({ end }) => end)])
  expect(pieces.at(-1)!.end).toBe(length)
  expect(pieces).toHaveLength(Math.ceil(length / LONGEST))
  for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(LONGEST)
  expect(pieces.map(({ segmentSamples }) => segmentSamples)).toEqual([length, ...pieces.slice(1).map(() => undefined)])
})

test.each([8000, 16_000, 24_000, 48_000])(
  'at %d Hz too a piece and four blocks of a quarter second are less than 2 s',
  (rate) => {
    const pieces = cutChunk(chunk(20 * rate, [], rate), 0)
    for (const { start, end } of pieces) expect(end - start + 4 * (rate / 4)).toBeLessThan(2 * rate)
  },
)

test('a word belongs to the piece that it ends in', () => {
  const ends = [5000, 25_000, 25_001, 45_000, 65_000, 65_001]
  expect(
    cutChunk(
      chunk(
        60_000,
        ends.map((end, i) => word(i, end)),
      ),
      5000,
    ).map((piece) => piece.words.map(({ word: index }) => index)),
  ).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ])
})
