import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AcceptedListener, type ForecastOptions, forecast } from './forecast.ts'

const COST = { openingMs: 15, msPerSecond: 16 }
const NEWCOMER = { account: 'a', cost: COST, remainingSeconds: 10, delayMs: 0 }

const playing = (count: number, options: Partial<AcceptedListener> = {}): readonly AcceptedListener[] =>
  Array.from({ length: count }, (_, i) => ({
    ...NEWCOMER,
    dueInMs: 500 + ((i * 100) % 2000),
    remainingSeconds: 1 + (i % 9),
    pace: 1,
    ...options,
  }))

const ask = (accepted: readonly AcceptedListener[], options: Partial<ForecastOptions> = {}) =>
  forecast({ accepted, newcomer: NEWCOMER, threads: 2, ...options })

const cheap = { openingMs: 1, msPerSecond: 1 }
const OTHER = 'b'
type Row = readonly [situation: string, accepted: readonly AcceptedListener[], isFeasible: boolean, threads: number]
const SITUATIONS: readonly Row[] = [
  ['nobody listens', playing(0), true, 2],
  ['there are fewer listeners than threads, though one is late', playing(1, { dueInMs: -5000 }), true, 2],
  ['100 play', playing(100), true, 2],
  ['120 play', playing(120), false, 2],
  ['120 play, on four threads', playing(120), true, 4],
  ['120 play what is cheap', playing(120, { cost: cheap }), true, 2],
  ['200 read at a tenth of the pace', playing(200, { pace: 0.1, dueInMs: 0 }), true, 2],
  ['31 wait for their first sound', playing(31, { dueInMs: undefined }), true, 2],
  ['32 wait for their first sound', playing(32, { dueInMs: undefined }), false, 2],
  ['40 wait for a first sound that is cheap', playing(40, { dueInMs: undefined, cost: cheap }), true, 2],
  ['60 wait for their first sound', playing(60, { dueInMs: undefined }), false, 2],
  ['45 of another account wait for their first sound', playing(45, { dueInMs: undefined, account: OTHER }), true, 2],
  ['50 are late', playing(50, { dueInMs: -100 }), false, 2],
  ['110 of another account play', playing(110, { account: OTHER }), true, 2],
]
test.each(SITUATIONS)('whether a newcomer is welcome if %s', (_, accepted, isFeasible, threads) => {
  expect(ask(accepted, { threads }).isFeasible).toBe(isFeasible)
})

describe('in a rush, when a newcomer has waited before it was looked at', () => {
  const isWelcome = (delayMs: number, accepted: readonly AcceptedListener[]) =>
    ask(accepted, { newcomer: { ...NEWCOMER, delayMs } }).isFeasible
  const unheard = (count: number, account = 'a') => playing(count, { dueInMs: undefined, account })

  test('it is refused once the service is too late, however few listen', () => {
    expect(isWelcome(199, unheard(1))).toBe(true)
    expect(isWelcome(200, unheard(1))).toBe(false)
    expect(isWelcome(199, unheard(31))).toBe(true)
  })

  test('among many listeners, the delay leaves less time for those before it', () => {
    const heard = playing(12, { dueInMs: 5000 })
    expect(isWelcome(60, [...heard, ...unheard(20)])).toBe(true)
    expect(isWelcome(110, [...heard, ...unheard(20)])).toBe(false)
    expect(isWelcome(110, [...heard, ...unheard(17)])).toBe(true)
  })

  test('the first stream of another account is welcome all the same', () => {
    expect(isWelcome(2000, unheard(30, OTHER))).toBe(true)
  })
})

test('an engine that takes long for a first sound may let more wait, and not any number', () => {
  const cost = { openingMs: 300, msPerSecond: 20 }
  const newcomer = { ...NEWCOMER, cost }
  expect(ask(playing(40, { cost, dueInMs: undefined }), { newcomer, threads: 2 })).toEqual({
    isFeasible: false,
    retryAfterSeconds: 1,
  })
  expect(ask(playing(8, { cost, dueInMs: undefined }), { newcomer, threads: 8 })).toEqual({ isFeasible: true })
})

describe('a newcomer that is refused', () => {
  test('may come again in a second if others are about to hear something', () => {
    expect(ask(playing(60, { dueInMs: undefined }))).toEqual({ isFeasible: false, retryAfterSeconds: 1 })
  })

  test('may come again when enough of the others have ended', () => {
    expect(ask(playing(120, { remainingSeconds: 7.5 }))).toEqual({ isFeasible: false, retryAfterSeconds: 8 })
    expect(ask(playing(120, { remainingSeconds: 7000 }))).toEqual({ isFeasible: false, retryAfterSeconds: 30 })
  })
})

test('one more listener, or a dearer one, never makes a newcomer welcome', () => {
  const listener = fc.record({
    account: fc.constantFrom('a', 'b'),
    cost: fc.record({ openingMs: fc.integer({ min: 1, max: 50 }), msPerSecond: fc.integer({ min: 1, max: 100 }) }),
    dueInMs: fc.option(fc.integer({ min: -500, max: 9000 }), { nil: undefined }),
    remainingSeconds: fc.integer({ min: 0, max: 20 }),
    pace: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const own = (one: AcceptedListener): AcceptedListener => ({ ...one, account: 'a' })
  fc.assert(
    fc.property(fc.array(listener, { minLength: 2, maxLength: 100 }), listener, (accepted, more) => {
      if (ask(accepted.map(own)).isFeasible) return
      expect(ask([...accepted, more].map(own)).isFeasible).toBe(false)
      const dearer = accepted.map(own).map((one) => ({ ...one, cost: { openingMs: 60, msPerSecond: 120 } }))
      expect(ask(dearer).isFeasible).toBe(false)
    }),
  )
})
