import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadResamplerLibrary } from '../../../test/support/load-audio.ts'
import { measureResampling, VOICE_RATES } from '../../../test/support/measure-resampling.ts'
import { resampledLength } from './resampler.ts'

const createResampler = await loadResamplerLibrary()
const RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]

function resampleWhole(samples: Float32Array, { from, to, chunk }: { from: number; to: number; chunk: number }) {
  const resampler = createResampler({ from, to })
  const parts: Float32Array[] = []
  for (let start = 0; start < samples.length; start += chunk)
    parts.push(resampler.resample(samples.subarray(start, start + chunk)))
  parts.push(resampler.flush())
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

const sine = (length: number, { hertz, rate }: { hertz: number; rate: number }) =>
  Float32Array.from({ length }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate))

test('all outputs together have exactly the rounded length, whatever the chunks', () => {
  const rate = fc.constantFrom(...RATES)
  fc.assert(
    fc.property(rate, rate, fc.nat(9000), fc.integer({ min: 1, max: 5000 }), (from, to, length, chunk) => {
      const result = resampleWhole(new Float32Array(length), { from, to, chunk: Math.max(chunk, length / 50) })
      expect(result.length).toBe(resampledLength(length, { from, to }))
    }),
    { numRuns: 60 },
  )
})

test.each([
  [16000, 24000],
  [16000, 44100],
  [22050, 16000],
  [48000, 8000],
  [24000, 48000],
])('a tone keeps its phase and level from %i to %i Hz', (from, to) => {
  const result = resampleWhole(sine(from, { hertz: 1000, rate: from }), { from, to, chunk: 999 })
  const expected = sine(to, { hertz: 1000, rate: to })
  // The edges ring, because the tone is cut off there.
  const errors = result.subarray(500, -500).map((sample, i) => Math.abs(sample - expected[i + 500]!))
  expect(Math.max(...errors)).toBeLessThan(2e-5)
})

test('chunks make no difference', () => {
  const tone = sine(5000, { hertz: 440, rate: 16000 })
  const rates = { from: 16000, to: 22050 }
  expect(resampleWhole(tone, { ...rates, chunk: 37 })).toEqual(resampleWhole(tone, { ...rates, chunk: 5000 }))
})

test('what the new rate cannot carry is taken away', () => {
  const result = resampleWhole(sine(48000, { hertz: 10_000, rate: 48000 }), { from: 48000, to: 16000, chunk: 4800 })
  expect(Math.max(...result.subarray(200, -200).map(Math.abs))).toBeLessThan(1e-3)
})

describe.each(VOICE_RATES)('from a voice of %i Hz', (from) => {
  const others = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].filter((rate) => rate !== from)
  test.each(others)('to %i Hz nothing is added within 100 dB, from 0 to 0.9 of the lower Nyquist frequency', (to) => {
    const resample = (samples: Float32Array) => resampleWhole(samples, { from, to, chunk: 4800 })
    const { passSnrDb, rippleDb, stopDb = 100 } = measureResampling(resample, { from, to, count: 15 })
    expect(passSnrDb).toBeGreaterThan(100)
    expect(stopDb).toBeGreaterThanOrEqual(100)
    expect(rippleDb).toBeLessThan(0.001)
  })
})

test('equal rates pass the samples through', () => {
  const tone = sine(100, { hertz: 440, rate: 8000 })
  expect(createResampler({ from: 8000, to: 8000 }).resample(tone)).toBe(tone)
})

test('resamplers side by side do not mix', () => {
  const tone = sine(3000, { hertz: 440, rate: 16000 })
  const rates = { from: 16000, to: 24000 }
  const left = createResampler(rates)
  const right = createResampler(rates)
  const first = left.resample(tone)
  right.resample(new Float32Array(3000))
  const rest = left.flush()
  right.close()
  expect(Float32Array.from([...first, ...rest])).toEqual(resampleWhole(tone, { ...rates, chunk: 3000 }))
})

test('one that was used before begins anew, also where it was left in the middle', () => {
  const tone = sine(3000, { hertz: 440, rate: 22_050 })
  const rates = { from: 22_050, to: 24_000 }
  const first = resampleWhole(tone, { ...rates, chunk: 3000 })
  // More than are kept.
  const open = Array.from({ length: 9 }, () => createResampler(rates))
  for (const resampler of open) resampler.resample(tone.subarray(1000))
  for (const resampler of open) resampler.close()
  for (let round = 0; round < 10; round++) expect(resampleWhole(tone, { ...rates, chunk: 500 + round })).toEqual(first)
  // More pairs of rates than are kept.
  for (const to of RATES) resampleWhole(tone, { from: 16_001, to, chunk: 3000 })
  expect(resampleWhole(tone, { ...rates, chunk: 3000 })).toEqual(first)
})
