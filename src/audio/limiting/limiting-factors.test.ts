import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decibelsToFactor } from '../decibels.ts'
import { limitPeaks } from './limit-peaks.ts'
import { limitingFactors, limitingMargin } from './limiting-factors.ts'
import { PEAK_TAPS, peakBetween } from './peak-between.ts'
import { runningMean } from './running-mean.ts'

const RATES = fc.constantFrom(8000, 16_000, 24_000, 48_000)
/** Sound of every kind that is too loud: noise, steps, tones up to half the rate, and single samples. */
const loud = fc
  .tuple(
    fc.constantFrom('noise', 'steps', 'tone', 'click'),
    fc.double({ min: 0.5, max: 40, noNaN: true }),
    fc.double({ min: 0.01, max: Math.PI, noNaN: true }),
    fc.integer({ min: 1, max: 1500 }),
  )
  .map(([kind, level, pace, length]) =>
    Float32Array.from({ length }, (_, i) => {
      if (kind === 'noise') return level * Math.sin(i * i * pace)
      if (kind === 'steps') return level * Math.sign(Math.sin(i * pace * 0.1))
      if (kind === 'tone') return level * Math.sin(i * pace)
      return i % 97 === 50 ? level : 0
    }),
  )

test('no sample is left above the ceiling, whatever came in', () => {
  fc.assert(
    fc.property(loud, RATES, (samples, sampleRate) => {
      let most = 0
      for (const sample of limitPeaks({ samples, sampleRate })) most = Math.max(most, Math.abs(sample))
      expect(most).toBeLessThanOrEqual(decibelsToFactor(-1.4) + 1e-6)
    }),
  )
})

test('factors only ever turn down, and nothing beyond their reach', () => {
  fc.assert(
    fc.property(loud, RATES, (samples, sampleRate) => {
      const factors = limitingFactors({ samples, sampleRate })
      if (factors === undefined) return
      const margin = limitingMargin(sampleRate)
      const isHigh = samples.map((sample) => Number(Math.abs(sample) > 0.29))
      for (const [i, factor] of factors.entries()) {
        expect(factor).toBeLessThanOrEqual(1 + 1e-6)
        const around = isHigh.subarray(Math.max(0, i - margin), i + margin + 1)
        const least = around.includes(1) ? 0 : 1 - 1e-6
        expect(factor).toBeGreaterThan(least)
      }
    }),
    { numRuns: 50 },
  )
})

test.each([0.05, 0.21, 0.33, 0.4])('the peak of a tone of %f of the rate is found between its samples', (share) => {
  for (const phase of [0, 0.4, 0.9, 1.3]) {
    const tone = Float32Array.from({ length: 200 }, (_, i) => Math.sin(2 * Math.PI * share * i + phase))
    let most = 0
    for (let i = 40; i < 160; i++) most = Math.max(most, peakBetween(tone, i))
    expect(Math.abs(20 * Math.log10(most))).toBeLessThan(0.15)
  }
})

test('between the first samples and the last, silence is read around them', () => {
  const samples = Float32Array.from({ length: 40 }, (_, i) => Math.sin(i))
  const padded = new Float32Array(40 + 4 * PEAK_TAPS)
  padded.set(samples, 2 * PEAK_TAPS)
  for (let i = 0; i < samples.length; i++)
    expect(peakBetween(samples, i)).toBeCloseTo(peakBetween(padded, i + 2 * PEAK_TAPS), 6)
})

test('a running mean is the mean of what lies around, with the ends going on', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 40 }),
      fc.nat(12),
      (values, reach) => {
        const means = runningMean(Float32Array.from(values), reach)
        for (const [i, mean] of means.entries()) {
          let sum = 0
          for (let k = i - reach; k <= i + reach; k++) sum += values[Math.min(values.length - 1, Math.max(0, k))]!
          expect(mean).toBeCloseTo(sum / (2 * reach + 1), 4)
        }
      },
    ),
  )
})
