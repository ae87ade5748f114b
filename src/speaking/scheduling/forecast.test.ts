import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AcceptedListener, mayBegin, type Newcomer, type Situation, waitMs } from './forecast.ts'

const COST = { openingMs: 15, msPerSecond: 16, chunkMs: 0, chunkSeconds: 2 }
const NEWCOMER = { account: 'a', cost: COST, remainingSeconds: 10 }

const playing = (count: number, options: Partial<AcceptedListener> = {}): readonly AcceptedListener[] =>
  Array.from({ length: count }, (_, i) => ({
    ...NEWCOMER,
    dueInMs: 500 + ((i * 100) % 2000),
    remainingSeconds: 1 + (i % 9),
    pace: 1,
    ...options,
  }))

const ask = (accepted: readonly AcceptedListener[], options: Partial<Situation> = {}): boolean =>
  mayBegin({ accepted, newcomer: NEWCOMER, threads: 2, ...options })

const cheap = { openingMs: 1, msPerSecond: 1, chunkMs: 0, chunkSeconds: 2 }
const OTHER = 'b'
type Row = readonly [situation: string, accepted: readonly AcceptedListener[], expected: boolean, threads: number]
const SITUATIONS: readonly Row[] = [
  ['nobody listens', playing(0), true, 2],
  ['there are fewer listeners than threads, though one is late', playing(1, { dueInMs: -5000 }), true, 2],
  ['100 play', playing(100), true, 2],
  ['120 play', playing(120), false, 2],
  ['120 play, on four threads', playing(120), true, 4],
  ['120 play what is cheap', playing(120, { cost: cheap }), true, 2],
  ['200 read at a tenth of the pace', playing(200, { pace: 0.1, dueInMs: 0 }), true, 2],
  ['19 wait for their first sound', playing(19, { dueInMs: undefined }), true, 2],
  ['20 wait for their first sound', playing(20, { dueInMs: undefined }), false, 2],
  ['40 wait for a first sound that is cheap', playing(40, { dueInMs: undefined, cost: cheap }), true, 2],
  ['60 wait for their first sound', playing(60, { dueInMs: undefined }), false, 2],
  ['20 of another account wait for their first sound', playing(20, { dueInMs: undefined, account: OTHER }), true, 2],
  ['50 are late', playing(50, { dueInMs: -100 }), false, 2],
  ['110 of another account play', playing(110, { account: OTHER }), true, 2],
]
test.each(SITUATIONS)('whether a newcomer may begin if %s', (_, accepted, expected, threads) => {
  expect(ask(accepted, { threads })).toBe(expected)
})

test('listeners with much in hand count, because they need sound again before they have heard all', () => {
  const ahead = { dueInMs: 20_000, remainingSeconds: 60 }
  expect(ask(playing(100, { ...ahead }))).toBe(true)
  expect(ask(playing(180, { ...ahead }))).toBe(false)
})

test('an engine that takes long for a first sound may let more wait, and not any number', () => {
  const cost = { openingMs: 300, msPerSecond: 20, chunkMs: 0, chunkSeconds: 2 }
  const newcomer = { ...NEWCOMER, cost }
  expect(ask(playing(40, { cost, dueInMs: undefined }), { newcomer, threads: 2 })).toBe(false)
  expect(ask(playing(8, { cost, dueInMs: undefined }), { newcomer, threads: 8 })).toBe(true)
})

describe('while one account needs all that there is', () => {
  const greedy = playing(200, { account: OTHER, remainingSeconds: 60 })

  test('the first streams of another begin, as if there were nobody else', () => {
    expect(ask(greedy)).toBe(true)
    expect(ask([...greedy, ...playing(3, { dueInMs: undefined })])).toBe(true)
    expect(ask([...greedy, ...playing(4, { dueInMs: undefined })])).toBe(false)
  })

  test('its own streams wait', () => {
    expect(ask(greedy, { newcomer: { ...NEWCOMER, account: OTHER } })).toBe(false)
  })

  test('many accounts get no more together than there is', () => {
    const many = Array.from({ length: 150 }, (_, i) => playing(1, { account: `account ${i}`, remainingSeconds: 60 }))
    expect(ask([...greedy, ...many.flat()])).toBe(false)
  })
})

describe('how long a newcomer waits', () => {
  const wait = (accepted: readonly AcceptedListener[], ahead: readonly Newcomer[] = []): number =>
    waitMs({ accepted, newcomer: NEWCOMER, threads: 2, ahead })
  /** Two threads have room for 106 of these. */
  const full = (remainingSeconds: number) => playing(106, { remainingSeconds, dueInMs: 500 })

  test('not at all if there is room', () => {
    expect(wait([])).toBe(0)
    expect(wait(full(10).slice(1))).toBe(0)
  })

  test('until one of the others has heard all', () => {
    expect(wait([...full(10), ...playing(1, { remainingSeconds: 10 })])).toBe(8500)
    expect(wait([...full(10).slice(1), ...playing(1, { remainingSeconds: 4 })])).toBeCloseTo(3400, 6)
  })

  test('for all that are ahead, who take the places that become free', () => {
    const ahead = (count: number): readonly Newcomer[] => Array.from({ length: count }, () => NEWCOMER)
    expect(wait(full(4), ahead(105))).toBeCloseTo(3400, 6)
    expect(wait(full(4), ahead(106))).toBeCloseTo(3400 + 8500, 6)
  })

  test('not for those who are served after it, or have much in hand', () => {
    expect(wait(playing(400, { account: OTHER, remainingSeconds: 60 }))).toBe(0)
    expect(wait(playing(120, { dueInMs: 9000 }))).toBe(0)
  })
})

test('one more listener, or a dearer one, never lets a newcomer begin', () => {
  const listener = fc.record({
    account: fc.constantFrom('a', 'b'),
    cost: fc.record({
      openingMs: fc.integer({ min: 1, max: 50 }),
      msPerSecond: fc.integer({ min: 1, max: 100 }),
      chunkMs: fc.constant(0),
      chunkSeconds: fc.constant(2),
    }),
    dueInMs: fc.option(fc.integer({ min: -500, max: 9000 }), { nil: undefined }),
    remainingSeconds: fc.integer({ min: 0, max: 20 }),
    pace: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const own = (one: AcceptedListener): AcceptedListener => ({ ...one, account: 'a' })
  fc.assert(
    fc.property(fc.array(listener, { minLength: 2, maxLength: 100 }), listener, (accepted, more) => {
      if (ask(accepted.map(own))) return
      expect(ask([...accepted, more].map(own))).toBe(false)
      const dearer = accepted
        .map(own)
        .map((one) => ({ ...one, cost: { openingMs: 60, msPerSecond: 120, chunkMs: 0, chunkSeconds: 2 } }))
      expect(ask(dearer)).toBe(false)
    }),
  )
})
