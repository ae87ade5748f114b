import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { drawMelody, type MelodyPoint, placeMelody } from './melody-line.ts'

// Three tokens of 4, 0 and 4 frames.
const STARTS = Int32Array.of(0, 4, 4, 8)
const point = (token: number, part: MelodyPoint['part'], semitones: number): MelodyPoint => ({ token, part, semitones })

test('runs in a line from point to point, and level outside', () => {
  const line = drawMelody(STARTS, [point(0, 0.5, 0), point(2, 0.5, 4)])
  expect([...line]).toEqual([0, 0, 0.5, 1.5, 2.5, 3.5, 4, 4])
})

test('jumps where two points lie at one time', () => {
  const line = drawMelody(STARTS, [point(0, 1, 2), point(1, 0.5, 5), point(2, 0, 6)])
  expect([...line]).toEqual([2, 2, 2, 2, 6, 6, 6, 6])
})

test('is silent without points', () => {
  expect([...drawMelody(STARTS, [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

test('places a word by its phonemes and its end, and begins at once after a pause', () => {
  const words = [
    { ...makeWord('HH AY1', { pauseSeconds: 0.2 }), melody: { ownRange: 1, semitones: [1, 2, 3] } },
    makeWord('M IY1'),
  ]
  const scripted = [
    { firstToken: 1, endToken: 3, pauseSamples: 4410 },
    { firstToken: 4, endToken: 6, pauseSamples: 0 },
  ]
  expect(placeMelody(words, scripted)).toEqual([
    point(1, 0, 1),
    point(1, 0.5, 1),
    point(2, 0.5, 2),
    point(2, 1, 3),
    point(4, 0, 0),
    point(4, 0.5, 0),
    point(5, 0.5, 0),
    point(5, 1, 0),
  ])
  expect(placeMelody(words.slice(1), scripted.slice(1))).toEqual([])
})
