import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHUNK_SECONDS, type ChunkLengthOptions, chunkLength } from './chunk-length.ts'

const { opening, shortest, longest, background, unheard } = CHUNK_SECONDS
const LISTENER: ChunkLengthOptions = {
  cost: { openingMs: 15, msPerSecond: 16, chunkMs: 0, chunkSeconds: 2 },
  threads: 2,
  dueInMs: 2000,
  isOpening: false,
  othersDueInMs: [],
  isHeardLately: true,
}
const clip = { dueInMs: undefined }
const slow = { cost: { openingMs: 100, msPerSecond: 200, chunkMs: 0, chunkSeconds: 2 } }

test.each([
  ['a stream begins with a short one', { isOpening: true, dueInMs: -20 }, opening],
  ['a listener with sound in hand gets a long one', {}, longest],
  ['a long one while others have sound in hand too', { othersDueInMs: [900, 1500] }, longest],
  ['a shorter one if another is due soon', { othersDueInMs: [35, 900] }, 27.5 / 16],
  ['but not so short that all are late', { othersDueInMs: [0, 5, 10] }, shortest],
  ['a shorter one if many are due together', { othersDueInMs: Array.from({ length: 20 }, () => 180) }, 30 / 16],
  ['one that is ready in half the time that its listener has', { ...slow, dueInMs: 800 }, 2],
  ['a short one for a listener that is late', { ...slow, dueInMs: -50 }, opening],
  ['a clip gets the longest if nobody listens', { ...clip, isHeardLately: false }, unheard],
  ['a shorter one if a listener may come', clip, background],
] as const)('%s', (_, options, seconds) => {
  expect(chunkLength({ ...LISTENER, ...options })).toBeCloseTo(seconds)
})

test('a crowd gets chunks so long that the threads keep up with all', () => {
  const cost = { openingMs: 25, msPerSecond: 20, chunkMs: 8, chunkSeconds: 2 }
  const late = (listeners: number) => {
    const othersDueInMs = Array.from({ length: listeners - 1 }, () => 0)
    return chunkLength({ ...LISTENER, cost, dueInMs: 0, othersDueInMs })
  }
  // Each listener takes 16 ms for a second of speech and 8 ms for a chunk; two threads have 2,000 ms.
  expect(late(5)).toBe(opening)
  for (const listeners of [10, 20, 80]) expect(late(listeners)).toBe(shortest)
  expect(late(100)).toBeCloseTo(2)
  expect(100 * (16 + 8 / late(100))).toBeCloseTo(2000)
  expect(late(130)).toBe(longest)
})

test('with one more of a few who are due, a chunk is never longer', () => {
  const due = fc.integer({ min: -1000, max: 10_000 })
  fc.assert(
    fc.property(due, fc.array(due, { maxLength: 7 }), due, (dueInMs, othersDueInMs, more) => {
      const alone = chunkLength({ ...LISTENER, dueInMs, othersDueInMs })
      expect(chunkLength({ ...LISTENER, dueInMs, othersDueInMs: [...othersDueInMs, more] })).toBeLessThanOrEqual(alone)
      expect(alone).toBeGreaterThanOrEqual(opening)
      expect(alone).toBeLessThanOrEqual(longest)
    }),
  )
})
