import { expect, test } from 'vitest'
import type { SpeechChunk } from '../synthesis/speech-engine.ts'
import { cutChunk } from './cut-chunk.ts'

const RATE = 1000
const word = (index: number, endSample: number) => ({ word: index, startSample: endSample - 10, endSample })
const chunk = (length: number, words: SpeechChunk['words'] = []): SpeechChunk => ({
  audio: { sampleRate: RATE, samples: new Float32Array(length) },
  words,
})

test.each([0, 1, 1399, 1400])('a chunk of %d ms is one piece', (length) => {
  const whole = { ...chunk(length, [word(0, length), word(1, length + 5)]), segmentSamples: 9000 }
  expect(cutChunk(whole, 500)).toEqual([{ start: 0, end: length, words: whole.words, segmentSamples: 9000 }])
})

test.each([1401, 2800, 2801, 4199, 20_000])(
  'a chunk of %d ms is pieces of 1.4 s at most, one after another',
  (length) => {
    const pieces = cutChunk({ ...chunk(length), segmentSamples: length }, 0)
    expect(pieces.map(({ start }) => start)).toEqual([0, ...pieces.slice(0, -1).map(({ end }) => end)])
    expect(pieces.at(-1)!.end).toBe(length)
    for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(1400)
    expect(pieces).toHaveLength(Math.ceil(length / 1400))
    expect(pieces.map(({ segmentSamples }) => segmentSamples)).toEqual([
      length,
      ...pieces.slice(1).map(() => undefined),
    ])
  },
)

test('a word belongs to the piece that it ends in', () => {
  const words = [word(0, 5000), word(1, 6000), word(2, 6001), word(3, 7000), word(4, 8000), word(5, 8001)]
  expect(cutChunk(chunk(3000, words), 5000).map((piece) => piece.words.map(({ word: index }) => index))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ])
})
