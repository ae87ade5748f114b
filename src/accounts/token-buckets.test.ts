import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

const step = fc.record({ waitMs: fc.integer({ min: 0, max: 5000 }), cost: fc.constantFrom(0 as const, 1 as const) })
const rates = fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 60 }) })

test('no stretch of time gives more tokens than the burst and what the rate adds to it', async () => {
  await fc.assert(
    fc.asyncProperty(rates, fc.array(step, { maxLength: 200 }), async (rate, steps) => {
      let now = 0
      const buckets = createTokenBuckets(() => now)
      let taken = 0
      for (const { waitMs, cost } of steps) {
        now += waitMs
        const { allowed, remaining, limit } = await buckets.take('one', { rate, cost })
        if (allowed && cost === 1) taken += 1
        expect(remaining).toBeLessThanOrEqual(limit)
        expect(taken).toBeLessThanOrEqual(rate.burst + (now / 1000) * rate.perSecond + 1e-9)
      }
    }),
  )
})

test('who waits as long as it says gets a token, and a full bucket at its reset', async () => {
  await fc.assert(
    fc.asyncProperty(rates, fc.integer({ min: 1, max: 100 }), async (rate, count) => {
      let now = 1_000_000
      const buckets = createTokenBuckets(() => now)
      const take = (cost: 0 | 1) => buckets.take('one', { rate, cost })
      for (let request = 0; request < count; request++) {
        const { retryAfterSeconds, allowed } = await take(1)
        if (allowed) continue
        now += 1000 * retryAfterSeconds
        expect((await take(1)).allowed).toBe(true)
      }
      now = (await take(0)).resetAt
      expect((await take(0)).remaining).toBe(rate.burst)
    }),
  )
})

test('owners have buckets of their own', async () => {
  const buckets = createTokenBuckets(() => 0)
  const rate = { perSecond: 1, burst: 1 }
  expect((await buckets.take('one', { rate, cost: 1 })).allowed).toBe(true)
  expect((await buckets.take('two', { rate, cost: 1 })).allowed).toBe(true)
  expect((await buckets.take('one', { rate, cost: 1 })).allowed).toBe(false)
})
