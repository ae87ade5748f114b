import { expect, test } from 'vitest'
import { bendPeaks } from './bend-peaks.ts'

const limited = (...samples: readonly number[]) => {
  const array = Float32Array.from(samples)
  bendPeaks(array)
  return [...array]
}

test('leaves what is not loud as it is', () => {
  expect(limited(0, 0.5, -0.79)).toEqual([...Float32Array.of(0, 0.5, -0.79)])
})

test('bends what is loud below 1, in order and alike on both sides', () => {
  const [a, b, c] = limited(0.9, 1.1, 1.9)
  expect(a).toBeGreaterThan(0.8)
  expect(b).toBeGreaterThan(a!)
  expect(c).toBeGreaterThan(b!)
  expect(c).toBeLessThanOrEqual(1)
  expect(limited(-1.1)).toEqual([-b!])
})

test('has no corner at the knee', () => {
  const [below, above] = limited(0.799, 0.801)
  expect((above! - below!) / 0.002).toBeCloseTo(1, 2)
})
