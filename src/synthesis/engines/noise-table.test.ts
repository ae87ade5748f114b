import { expect, test } from 'vitest'
import { copyNoise, createNoiseTable } from './noise-table.ts'

const noise = createNoiseTable()

test('is normal noise, the same each time', () => {
  const moment = (power: number) => noise.reduce((sum, x) => sum + x ** power, 0) / noise.length
  for (const [power, expected] of [0, 1, 0, 3].entries()) expect(moment(power + 1)).toBeCloseTo(expected, 1)
  expect(createNoiseTable()).toEqual(noise)
})

test('begins again where it ends', () => {
  const copy = new Float32Array(6)
  copyNoise(noise, 2 * noise.length - 2, copy)
  expect([...copy]).toEqual([...noise.subarray(-2), ...noise.subarray(0, 4)])
})
