import { expect, test } from 'vitest'
import { msPerSecondIn, SpeechCosts } from './speech-costs.ts'

test('an engine that was never heard is taken for a neural voice on a fast core', () => {
  expect(new SpeechCosts().of('new')).toMatchObject({ openingMs: 10, msPerSecond: 15 })
})

test('costs follow what is measured, for each engine alone', () => {
  const costs = new SpeechCosts()
  const speak = (engine: string, ms: number, times: number): void => {
    for (let i = 0; i < times; i++) {
      costs.note(engine, { ms, seconds: 0.5, kind: 'opening' })
      costs.note(engine, { ms: 3 * ms, seconds: 2, kind: 'rest' })
    }
  }
  costs.note('slow', { ms: 40, seconds: 0.5, kind: 'opening' })
  expect(costs.of('slow').openingMs).toBe(40)
  speak('slow', 40, 200)
  speak('fast', 4, 200)
  expect(costs.of('slow').openingMs).toBeCloseTo(40)
  expect(costs.of('slow').msPerSecond).toBeCloseTo(60, 0)
  expect(costs.of('fast').msPerSecond).toBeCloseTo(6, 0)
  speak('slow', 20, 400)
  expect(costs.of('slow').openingMs).toBeCloseTo(20)
  expect(costs.of('slow').msPerSecond).toBeCloseTo(30, 0)
})

test('what is measured before streams begin counts with their first chunks', () => {
  const costs = new SpeechCosts()
  // Streams that begin together are measured first.
  for (let i = 0; i < 20; i++) costs.note('voice', { kind: 'measuring', ms: 4, seconds: 0 })
  for (let i = 0; i < 20; i++) costs.note('voice', { kind: 'opening', ms: 10, seconds: 0.5 })
  expect(costs.of('voice').openingMs).toBeGreaterThan(13)
  expect(costs.of('voice').openingMs).toBeLessThan(15)
  for (let i = 0; i < 400; i++) costs.note('voice', { kind: 'opening', ms: 10, seconds: 0.5 })
  expect(costs.of('voice').openingMs).toBeCloseTo(10, 1)
})

test('one slow chunk among many changes little, and an empty one nothing', () => {
  const costs = new SpeechCosts()
  for (let i = 0; i < 100; i++) costs.note('voice', { ms: 20, seconds: 2, kind: 'rest' })
  costs.note('voice', { ms: 500, seconds: 2, kind: 'rest' })
  expect(costs.of('voice').msPerSecond).toBeLessThan(17)
  const before = costs.of('voice')
  costs.note('voice', { ms: 5, seconds: 0, kind: 'rest' })
  expect(costs.of('voice')).toEqual(before)
})

test.each([1.2, 2, 2.8])(
  'what chunks of other lengths than %d s take follows from how much dearer openings are',
  (length) => {
    const costs = new SpeechCosts()
    const taken = (seconds: number): number => 7 + 13 * seconds
    for (let i = 0; i < 300; i++) {
      costs.note('e', { ms: taken(0.46), seconds: 0.46, kind: 'opening' })
      costs.note('e', { ms: taken(length), seconds: length, kind: 'rest' })
    }
    const cost = costs.of('e')
    expect(cost.chunkMs).toBeCloseTo(7, 0)
    expect(cost.chunkSeconds).toBeCloseTo(length, 1)
    for (const other of [1.2, 1.8, 2.8]) expect(msPerSecondIn(cost, other)).toBeCloseTo(taken(other) / other, 0)
  },
)
