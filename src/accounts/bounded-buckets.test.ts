import { expect, test } from 'vitest'
import { createBoundedBuckets } from './bounded-buckets.ts'

test('a bucket has its burst, fills with time and no further, and takes tokens back', () => {
  let now = 0
  const buckets = createBoundedBuckets({ perSecond: 2, burst: 3 }, () => now)
  const takeAll = () => Array.from({ length: 4 }, () => buckets.take('one'))
  expect(takeAll()).toEqual([true, true, true, false])
  expect([buckets.waitSeconds('one'), buckets.waitSeconds('other')]).toEqual([1, 0])
  buckets.giveBack('one')
  expect(takeAll()).toEqual([true, false, false, false])
  now += 500
  expect(takeAll()).toEqual([true, false, false, false])
  now += 3_600_000
  expect(takeAll()).toEqual([true, true, true, false])
})

test('however many owners come, the memory is that of the last ones', () => {
  const buckets = createBoundedBuckets({ perSecond: 1, burst: 1 }, () => 0, 100)
  expect([buckets.take('kept'), buckets.take('forgotten')]).toEqual([true, true])
  for (let i = 0; i < 1000; i++) {
    buckets.take(`owner ${i}`)
    expect(buckets.take('kept')).toBe(false)
  }
  expect(buckets.take('owner 999')).toBe(false)
  expect(buckets.take('forgotten')).toBe(true)
})
