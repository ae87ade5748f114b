import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAttemptAt, TRIED_FOR_MS } from './retry-schedule.ts'

/** When a message is sent that always fails, in ms after its first attempt. */
function attemptsOf(random: () => number): readonly number[] {
  const times = [0]
  for (;;) {
    const next = nextAttemptAt({ firstAt: 0, now: times.at(-1)!, attempts: times.length }, random())
    if (next === undefined) return times
    times.push(next)
  }
}

test('attempts grow apart, and the last is 24 hours after the first', () => {
  const times = attemptsOf(() => 0.5)
  expect(times.slice(0, 5).map((time) => time / 1000)).toEqual([0, 5, 25, 105, 425])
  expect(times.at(-1)).toBe(TRIED_FOR_MS)
})

test('whatever the jitter, attempts are in order, more than eight and fewer than twenty, and end after 24 hours', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (jitter) => {
      const times = attemptsOf(() => jitter.next().value as number)
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      expect(times.length).toBeGreaterThan(8)
      expect(times.length).toBeLessThan(20)
      expect(times.at(-1)).toBe(TRIED_FOR_MS)
    }),
  )
})
