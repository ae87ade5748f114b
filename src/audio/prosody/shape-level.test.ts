import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findClick } from '../../../test/support/find-click.ts'
import { makeVowel } from '../../../test/support/make-vowel.ts'
import { meanSquare } from '../decibels.ts'
import { weightLoudness } from '../loudness/k-weighting.ts'
import { type LevelSpan, powerOf, shapeLevel } from './shape-level.ts'
import { tiltSpectrum } from './tilt-spectrum.ts'

const RATE = 16_000
const VOWEL = makeVowel({ hertz: 120, seconds: 1, sampleRate: RATE })
const WEIGHTED = weightLoudness(VOWEL)
const spanOf = (start: number, end: number, gainDb: number): LevelSpan => {
  return { start, end, gainDb, power: powerOf(WEIGHTED, { start, end }) }
}
const changeDb = (samples: Float32Array, { start, end }: LevelSpan) =>
  10 *
  Math.log10(powerOf(weightLoudness({ sampleRate: RATE, samples }), { start, end }) / powerOf(WEIGHTED, { start, end }))

test('each span changes its loudness as asked, to a quarter of a dB', () => {
  const gain = fc.double({ min: -15, max: 8, noNaN: true })
  fc.assert(
    fc.property(gain, gain, fc.integer({ min: 2400, max: 7200 }), (one, other, border) => {
      const spans = [spanOf(0, border, one), spanOf(border + 400, RATE, other)]
      const shaped = shapeLevel(VOWEL, spans)
      for (const span of spans) expect(Math.abs(changeDb(shaped, span) - span.gainDb)).toBeLessThan(0.25)
    }),
    { numRuns: 15 },
  )
})

test('levels change without a click', () => {
  const shaped = shapeLevel(VOWEL, [spanOf(0, 8000, -12), spanOf(8000, RATE, 6)])
  expect(findClick({ sampleRate: RATE, samples: shaped })?.sharpness ?? 0).toBeLessThan(3)
})

test('nothing is asked for, nothing changes', () => {
  expect(shapeLevel(VOWEL, [])).toBe(VOWEL.samples)
  const same = shapeLevel(VOWEL, [spanOf(0, 8000, 0), spanOf(8000, RATE, 0)])
  for (const [i, sample] of same.entries()) expect(sample).toBeCloseTo(VOWEL.samples[i]!, 4)
})

test('silence stays silence, whatever is asked for', () => {
  const silence = { sampleRate: RATE, samples: new Float32Array(RATE) }
  const shaped = shapeLevel(silence, [{ start: 0, end: RATE, gainDb: 8, power: 0 }])
  expect(shaped.every((sample) => sample === 0)).toBe(true)
})

test('a shelf leaves low frequencies alone and multiplies high ones, by half at its corner', () => {
  const levelAt = (hertz: number) => {
    const sine = Float32Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / RATE))
    const tilted = tiltSpectrum(sine, { sampleRate: RATE, cornerHz: 1000, factorAt: () => 3 })
    return Math.sqrt(meanSquare(tilted.subarray(4000)) / meanSquare(sine.subarray(4000)))
  }
  expect(levelAt(20)).toBeCloseTo(1, 2)
  expect(levelAt(7900)).toBeCloseTo(3, 1)
  // |1 + 2 (1 - 1 / (1 + i))| at the corner of a first-order filter.
  expect(levelAt(1000)).toBeCloseTo(Math.sqrt(5), 2)
})

test('a shelf of factor 1 changes no sample', () => {
  const same = tiltSpectrum(VOWEL.samples, { sampleRate: RATE, cornerHz: 1000, factorAt: () => 1 })
  expect(same).toEqual(VOWEL.samples)
})
