import { expect, test } from 'vitest'
import { makeSine } from '../../../test/support/make-sine.ts'
import { meanSquare } from '../decibels.ts'
import { loudnessWeight, weightLoudness } from './k-weighting.ts'

test.each([60, 200, 1000, 2500, 6000])('weights %d Hz alike as a number and as a filter', (hertz) => {
  const tone = makeSine({ hertz, seconds: 1, sampleRate: 48_000 })
  const weighted = Float32Array.from(weightLoudness(tone)).subarray(4800)
  const filtered = meanSquare(weighted) / meanSquare(tone.samples.subarray(4800))
  expect(10 * Math.log10(loudnessWeight(hertz) / filtered)).toBeCloseTo(0, 1)
})

test('weights high frequencies by the 4 dB of the standard', () => {
  expect(10 * Math.log10(loudnessWeight(12_000))).toBeCloseTo(4, 1)
})
