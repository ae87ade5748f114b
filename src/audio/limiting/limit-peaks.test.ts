import { expect, test } from 'vitest'
import { makeVowel } from '../../../test/support/make-vowel.ts'
import { truePeakDb } from '../../../test/support/true-peak.ts'
import { limitPeaks } from './limit-peaks.ts'

test('audio without high peaks is returned as it is', () => {
  const quiet = makeVowel({ hertz: 120, seconds: 0.2, sampleRate: 16000 })
  expect(limitPeaks(quiet)).toBe(quiet.samples)
})

test.each([1.8, 4, 30])('no peak of speech %f times too loud is left above -1 dBTP', (factor) => {
  const { samples, sampleRate } = makeVowel({ hertz: 120, seconds: 0.5, sampleRate: 24000 })
  const limited = limitPeaks({ sampleRate, samples: samples.map((sample) => factor * sample) })
  expect(truePeakDb({ sampleRate, samples: limited })).toBeLessThan(-1)
  expect(truePeakDb({ sampleRate, samples: limited })).toBeGreaterThan(-1.5)
})

test('a quarter-rate tone whose peaks lie between the samples is turned down too', () => {
  const samples = Float32Array.from({ length: 4000 }, (_, i) => 1.2 * Math.sin((Math.PI / 2) * i + Math.PI / 4))
  const limited = limitPeaks({ samples, sampleRate: 16000 })
  expect(Math.max(...limited.subarray(100, -100).map(Math.abs)) * Math.SQRT2).toBeLessThan(10 ** (-1 / 20))
})

test('what is far from a peak keeps its level', () => {
  const samples = Float32Array.from({ length: 4000 }, (_, i) => 0.3 * Math.sin(i * 0.05))
  samples[2000] = 1.5
  const limited = limitPeaks({ samples, sampleRate: 16000 })
  expect(limited.subarray(0, 1970)).toEqual(samples.subarray(0, 1970))
  expect(limited.subarray(2030)).toEqual(samples.subarray(2030))
})
