import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenSounds } from './shorten-sounds.ts'
import { NATURAL } from './token-script.ts'

const wordOf = (durations: readonly number[], tempo: number) =>
  shortenSounds(
    {
      frames: Int32Array.from(durations, () => NATURAL),
      tempo: Float64Array.from(durations, () => tempo),
      words: [{ firstToken: 0, endToken: durations.length, pauseSamples: 0 }],
    },
    Float32Array.from(durations),
  )
const sum = (list: Float32Array) => list.reduce((total, value) => total + value, 0)

test('a stop in a fast word keeps its length, and the vowel gives it', () => {
  expect([...wordOf([4, 16], 2)]).toEqual([4, 6])
})

test('where all sounds are short, each gives its share', () => {
  expect([...wordOf([4, 2], 2)]).toEqual([2, 1])
})

test('slow words are slow evenly', () => {
  expect([...wordOf([4, 16], 0.5)]).toEqual([8, 32])
})

test('every word is as long as its tempo says, and no sound becomes longer than it was or turns around', () => {
  const durations = fc.array(fc.double({ min: 0.5, max: 40, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(durations, fc.double({ min: 0.5, max: 3, noNaN: true }), (natural, tempo) => {
      const lengths = wordOf(natural, tempo)
      expect(sum(lengths)).toBeCloseTo(sum(Float32Array.from(natural)) / tempo, 3)
      for (const [i, length] of lengths.entries()) {
        expect(length).toBeGreaterThan(0)
        if (tempo > 1) expect(length).toBeLessThanOrEqual(natural[i]! + 1e-4)
      }
    }),
  )
})
