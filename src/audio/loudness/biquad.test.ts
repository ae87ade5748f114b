import fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanSquare } from '../decibels.ts'
import { applyBiquad, biquadPower } from './biquad.ts'

const RATE = 16_000
/** A resonance at any place, with its poles inside of the unit circle. */
const filter = fc
  .tuple(
    fc.double({ min: 0.1, max: 0.95, noNaN: true }),
    fc.double({ min: 0.1, max: 3, noNaN: true }),
    fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 }),
  )
  .map(([radius, angle, [b0, b1, b2]]) => {
    return { b0: b0!, b1: b1!, b2: b2!, a1: -2 * radius * Math.cos(angle), a2: radius ** 2 }
  })

test('a filter does to a tone what its formula says', () => {
  fc.assert(
    fc.property(filter, fc.integer({ min: 100, max: 7900 }), (biquad, hertz) => {
      const tone = Float64Array.from({ length: RATE }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / RATE))
      const filtered = Float32Array.from(applyBiquad(tone, biquad).subarray(RATE / 2))
      const power = meanSquare(filtered) / 0.5
      expect(power).toBeCloseTo(biquadPower(biquad, { hertz, sampleRate: RATE }), 2)
    }),
    { numRuns: 25 },
  )
})

test('a filter is the difference equation of its numbers', () => {
  const samples = [1, -2, 3, 0.5, 0, 0, 4]
  const { b0, b1, b2, a1, a2 } = { b0: 0.3, b1: -0.2, b2: 0.1, a1: -0.5, a2: 0.25 }
  const expected: number[] = []
  for (const [i, sample] of samples.entries())
    expected.push(
      b0 * sample +
        b1 * (samples[i - 1] ?? 0) +
        b2 * (samples[i - 2] ?? 0) -
        a1 * (expected[i - 1] ?? 0) -
        a2 * (expected[i - 2] ?? 0),
    )
  for (const [i, value] of applyBiquad(samples, { b0, b1, b2, a1, a2 }).entries())
    expect(value).toBeCloseTo(expected[i]!, 12)
})
