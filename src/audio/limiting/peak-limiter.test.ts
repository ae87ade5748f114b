import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadRecording } from '../../../test/support/load-fixture.ts'
import { limitPeaks } from './limit-peaks.ts'
import { PeakLimiter } from './peak-limiter.ts'

const { audio } = loadRecording('rms')
const LOUD = { ...audio, samples: audio.samples.subarray(8000, 16_000).map((sample) => 5 * sample) }

function limitInChunks(lengths: readonly number[]): number[] {
  const limiter = new PeakLimiter(LOUD.sampleRate)
  const limited: number[] = []
  let at = 0
  for (const length of lengths) {
    limited.push(...limiter.push(LOUD.samples.subarray(at, at + length)))
    at += length
  }
  limited.push(...limiter.push(LOUD.samples.subarray(at)), ...limiter.finish())
  return limited
}

test('the same samples come out however they are cut', () => {
  const whole = limitPeaks(LOUD)
  expect(whole).not.toEqual(LOUD.samples)
  const lengths = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 8 })
  fc.assert(
    fc.property(lengths, (cuts) => {
      expect(limitInChunks(cuts)).toEqual([...whole])
    }),
  )
})

test('little is held back, and all of it comes in the end', () => {
  const limiter = new PeakLimiter(LOUD.sampleRate)
  const given = limiter.push(LOUD.samples)
  expect(LOUD.samples.length - given.length).toBeLessThan(0.003 * LOUD.sampleRate)
  expect(given.length + limiter.finish().length).toBe(LOUD.samples.length)
})

test('gives nothing for nothing, and the few samples of a short sound', () => {
  const limiter = new PeakLimiter(16_000)
  expect(limiter.push(new Float32Array(0))).toHaveLength(0)
  expect(limiter.push(Float32Array.of(0.1, 0.2))).toHaveLength(0)
  expect(limiter.finish()).toEqual(Float32Array.of(0.1, 0.2))
})
