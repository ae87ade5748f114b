import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resampledLength } from '../resampling/resampler.ts'
import { joinSamples } from './join-samples.ts'
import { ownSamples } from './own-samples.ts'
import { readBetween } from './read-between.ts'
import { releaseSamples } from './release-samples.ts'

test('a signal is read exactly at its samples, and nearly so between them', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      fc.double({ min: 20, max: 80, noNaN: true }),
      (share, position) => {
        const at = (i: number) => Math.sin(2 * Math.PI * share * i)
        const samples = Float32Array.from({ length: 100 }, (_, i) => at(i))
        expect(readBetween(samples, Math.floor(position))).toBe(samples[Math.floor(position)])
        const nearest = Math.round(position * 64) / 64
        expect(Math.abs(readBetween(samples, position) - at(nearest))).toBeLessThan(0.005)
      },
    ),
  )
})

test('beyond its ends there is silence', () => {
  const samples = new Float32Array(40).fill(1)
  for (const position of [-20, -9.5, 49.5, 1000]) expect(readBetween(samples, position)).toBe(0)
})

test('parts are joined in order, into samples of their own', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer()), { maxLength: 6 }), (parts) => {
      const joined = joinSamples(parts.map((part) => Float32Array.from(part)))
      expect([...joined]).toEqual([...Float32Array.from(parts.flat())])
    }),
  )
})

test('only samples that have their memory to themselves are given away or freed', () => {
  const whole = Float32Array.of(1, 2, 3)
  const part = whole.subarray(1)
  expect(ownSamples(whole)).toBe(whole)
  expect(ownSamples(part)).not.toBe(part)
  expect(ownSamples(part)).toEqual(part)
  releaseSamples(part)
  expect(whole).toEqual(Float32Array.of(1, 2, 3))
  releaseSamples(whole)
  expect(whole).toHaveLength(0)
})

test('audio is as long after resampling as before, to half a sample of the new rate', () => {
  const rate = fc.constantFrom(8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000)
  fc.assert(
    fc.property(fc.nat(10_000_000), rate, rate, (samples, from, to) => {
      const length = resampledLength(samples, { from, to })
      expect(Number.isInteger(length)).toBe(true)
      expect(Math.abs(length / to - samples / from)).toBeLessThanOrEqual(0.5 / to + 1e-9)
    }),
  )
})
