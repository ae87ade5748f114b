import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentile } from '../../../bench/support/percentile.ts'
import { type Caller, type Machine, NEURAL, type Outcome, simulate } from '../../../test/support/simulate-scheduler.ts'
import { PlayingListener } from '../listener.ts'
import type { Verdict } from './admission.ts'
import { JobScheduler } from './job-scheduler.ts'

/** Ten seconds of speech. */
const TEXT = [2.4, 7.7]
const TEXT_MS = 10_100
/** A first sound that comes within this time seems to come at once. */
const SOON_MS = 150

const call = (at: number, options: Partial<Caller> = {}): Caller => ({
  at,
  account: 'a',
  segmentSeconds: TEXT,
  reads: 'player',
  ...options,
})

const times = (count: number, make: (i: number) => Caller): readonly Caller[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Callers that come at random (Poisson), so many at the same time on average; the same in each run. */
function crowd(size: number, untilMs: number, options: Partial<Caller> = {}): readonly Caller[] {
  const callers: Caller[] = []
  let seed = 7
  for (let at = 0; at < untilMs; ) {
    callers.push(call(at, options))
    seed = (seed * 16_807) % 2_147_483_647
    at += (-Math.log(1 - seed / 2_147_483_647) * TEXT_MS) / size
  }
  return callers
}

const run = (callers: readonly Caller[], untilMs: number, machine: Partial<Machine> = {}) =>
  simulate(callers, { ...NEURAL, untilMs, ...machine })

const listening = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ isRefused, caller, chunks }) => !isRefused && caller.reads === 'player' && chunks.length > 0)

const firsts = (outcomes: readonly Outcome[], share: number) =>
  percentile(
    outcomes.map(({ firstMs }) => firstMs),
    share,
  )

const latest = (outcomes: readonly Outcome[]) => Math.max(...outcomes.map(({ latestMs }) => latestMs))

const secondsMade = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ chunks }) => chunks).reduce((sum, { seconds }) => sum + seconds, 0)

/** What the threads could make in that time if all chunks were as long as possible. */
const mostSeconds = (ms: number) => (NEURAL.threads * ms) / (NEURAL.msPerSecond + NEURAL.chunkMs / 2.8)

describe('32 callers at once, each again when it has all', () => {
  const outcomes = run(
    times(32, () => call(0, { reads: 'fast', isEager: true })),
    10_000,
  ).filter(({ isRefused, chunks }) => isRefused || chunks.length > 0)

  test('are all accepted, and hear something soon', () => {
    expect(outcomes.every(({ isRefused }) => !isRefused)).toBe(true)
    expect(firsts(outcomes, 0.5)).toBeLessThanOrEqual(120)
    expect(firsts(outcomes, 0.99)).toBeLessThanOrEqual(250)
  })

  test('take nearly all that the threads can make', () => {
    expect(secondsMade(outcomes)).toBeGreaterThan(0.9 * mostSeconds(10_000))
  })
})

test('who has begun to listen hears hardly a gap for the sake of those who begin', () => {
  const busy = { chunkMs: 14, msPerSecond: 26, segmentMs: 6 }
  const outcomes = run(
    times(32, () => call(0, { patienceMs: 10_000 })),
    20_000,
    busy,
  )
  expect(outcomes.every(({ isRefused }) => !isRefused)).toBe(true)
  expect(latest(outcomes)).toBeLessThanOrEqual(20)
})

test('100 listeners at playback pace hear something at once, and no gap', () => {
  const outcomes = run(crowd(100, 60_000), 75_000)
  expect(outcomes.length).toBeGreaterThan(550)
  expect(outcomes.filter(({ isRefused }) => isRefused).length).toBeLessThan(0.02 * outcomes.length)
  expect(firsts(listening(outcomes), 0.99)).toBeLessThanOrEqual(SOON_MS)
  expect(latest(listening(outcomes))).toBeLessThanOrEqual(0)
})

// With 100 callers a second, costs are still being learned while the first are accepted.
test.each([
  [150, 0, SOON_MS],
  [300, 0, SOON_MS],
  [1000, 110, 300],
])(
  'of %d listeners, those accepted hear no gap of %d ms and soon begin to, and the others are refused at once',
  (size, gapMs, soonMs) => {
    const outcomes = run(crowd(size, 20_000), 35_000)
    const refused = outcomes.filter(({ isRefused }) => isRefused)
    expect(refused.length).toBeGreaterThan(0.15 * outcomes.length)
    for (const { retryAfterSeconds } of refused) {
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    }
    expect(firsts(listening(outcomes), 0.99)).toBeLessThanOrEqual(soonMs)
    expect(latest(listening(outcomes))).toBeLessThanOrEqual(gapMs)
    expect(secondsMade(outcomes)).toBeGreaterThan(0.75 * mostSeconds(20_000))
  },
)

describe('400 at once', () => {
  const before = crowd(3, 3000, { account: 'c' })
  const many = times(400, () => call(4000))
  const others = [call(4005, { account: 'b' }), call(4006, { account: 'b', reads: 'clip' })]
  const outcomes = run([...before, ...many, ...others], 30_000)
  const accepted = listening(outcomes)

  test('keeps the promises to those accepted', () => {
    expect(accepted.length).toBeGreaterThan(30)
    expect(accepted.length).toBeLessThan(80)
    expect(Math.max(...accepted.map(({ firstMs }) => firstMs))).toBeLessThanOrEqual(330)
    expect(latest(accepted)).toBeLessThanOrEqual(20)
  })

  test('does not delay the stream of another account, nor its clip for long', () => {
    const [stream, clip] = outcomes.slice(-2) as [Outcome, Outcome]
    expect(stream.isRefused).toBe(false)
    expect(stream.firstMs).toBeLessThanOrEqual(50)
    expect(clip.endedAt - clip.at).toBeLessThan(5000)
  })
})

test('200 readers that are too slow to play change nothing for others', () => {
  const listeners = crowd(60, 40_000, { patienceMs: 10_000 })
  const slow = times(200, (i) => call(50 * i, { account: 's', reads: 'slow' }))
  const alone = listening(run(listeners, 55_000))
  const beside = run([...listeners, ...slow], 55_000)
  expect(beside.filter(({ isRefused, caller }) => isRefused && caller.reads === 'player')).toHaveLength(0)
  const settled = listening(beside).filter(({ at }) => at > 12_000)
  expect(firsts(settled, 0.99)).toBeLessThanOrEqual(firsts(alone, 0.99) + 30)
  // While twenty a second of them begin, others wait their turn among them.
  expect(firsts(listening(beside), 0.99)).toBeLessThanOrEqual(300)
  expect(latest(listening(beside))).toBeLessThanOrEqual(0)
})

describe('clips in the background', () => {
  const clips = times(4, () => call(0, { account: 'c', reads: 'clip', isEager: true }))

  test('add at most 30 ms to the first sound of streams', () => {
    const streams = crowd(10, 60_000)
    const alone = firsts(listening(run(streams, 60_000)), 0.99)
    const beside = listening(run([...streams, ...clips], 60_000))
    expect(firsts(beside, 0.99)).toBeLessThanOrEqual(alone + 30)
    expect(latest(beside)).toBeLessThanOrEqual(0)
  })

  test('take at most 1.05 times what they must if nobody listens', () => {
    const best =
      (NEURAL.threads * 60_000) / (NEURAL.msPerSecond + (NEURAL.chunkMs + NEURAL.segmentMs) / (TEXT_MS / 2000))
    expect(secondsMade(run(clips, 60_000))).toBeGreaterThan(best / 1.05)
  })

  test('are rendered however many listen', () => {
    const outcomes = run([...crowd(400, 30_000), call(5000, { account: 'c', reads: 'clip' })], 30_000)
    const [clip] = outcomes.filter(({ caller }) => caller.reads === 'clip')
    expect(clip!.endedAt - clip!.at).toBeLessThan(25_000)
  })
})

test('accounts begin their streams in turn', () => {
  const outcomes = run([...times(30, () => call(0)), call(1, { account: 'b' }), call(2, { account: 'c' })], 5000)
  for (const { firstMs } of outcomes.slice(-2)) expect(firstMs).toBeLessThan(60)
})

test('one account never takes the last stream that an engine could serve, however slow it is', () => {
  const slow = { chunkMs: 60, msPerSecond: 250, segmentMs: 20 }
  const many = times(100, (i) => call(5000 + 20 * i))
  const outcomes = run([...crowd(1, 5000, { account: 'z' }), ...many, call(8000, { account: 'b' })], 30_000, slow)
  expect(outcomes.find(({ caller }) => caller.account === 'b')).toMatchObject({ isRefused: false })
  expect(outcomes.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(60)
})

test('a few listeners are never refused, however slow the engine, and more are', () => {
  const slow = { chunkMs: 2000, msPerSecond: 3000, segmentMs: 100 }
  const outcomes = run([...times(32, call), call(30_000), call(30_001, { account: 'b' })], 200_000, slow)
  expect(outcomes.map(({ isRefused }) => isRefused)).toEqual([...Array.from({ length: 32 }, () => false), true, false])
  expect(run([call(0), call(100_000)], 200_000, slow).every(({ isRefused }) => !isRefused)).toBe(true)
})

test('an upper bound holds whatever the forecast says', () => {
  const outcomes = run(
    times(10, (i) => call(100 * i)),
    120_000,
    { maxListeners: 3 },
  )
  expect(outcomes.filter(({ isRefused }) => !isRefused)).toHaveLength(3)
})

const machines = fc.record({
  threads: fc.integer({ min: 1, max: 4 }),
  // Up to four times slower than the neural voice is.
  chunkMs: fc.integer({ min: 0, max: 25 }),
  msPerSecond: fc.integer({ min: 1, max: 50 }),
  segmentMs: fc.integer({ min: 0, max: 10 }),
})
const callers = fc.array(
  fc.record({
    at: fc.integer({ min: 3000, max: 20_000 }),
    account: fc.constantFrom('a', 'b', 'c'),
    segmentSeconds: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
    reads: fc.constantFrom('player' as const, 'player' as const, 'fast' as const, 'slow' as const, 'clip' as const),
  }),
  { minLength: 1, maxLength: 150 },
)

test('whoever is accepted is served in time, whatever comes, and no thread is idle while work waits', () => {
  fc.assert(
    fc.property(machines, callers, (machine, all) => {
      // What speech takes is known from earlier listeners.
      const earlier = times(6, (i) => call(400 * i, { account: 'z', segmentSeconds: [2, 2] }))
      const outcomes = simulate([...earlier, ...all], { ...machine, untilMs: 90_000 })
      const accepted = listening(outcomes)
      const openingMs = machine.chunkMs + 0.46 * machine.msPerSecond + machine.segmentMs
      const longestMs = machine.chunkMs + 2.8 * machine.msPerSecond + machine.segmentMs
      const patienceMs = Math.max(280, 8 * openingMs)
      for (const { firstMs, latestMs } of accepted) {
        expect(firstMs).toBeLessThanOrEqual(patienceMs + openingMs + 2 * longestMs)
        expect(latestMs).toBeLessThanOrEqual(longestMs)
      }
    }),
    { numRuns: 60 },
  )
})

describe('waiting for a place', () => {
  const patience = { patienceMs: 10_000 }
  const at = (ms: number, count: number, options: Partial<Caller> = {}) =>
    times(count, () => call(ms, { ...patience, ...options }))
  /** Streams a second of 8 callers that call again as soon as they have heard all. */
  const capacity = () => {
    const outcomes = run(at(0, 8, { reads: 'fast', isEager: true }), 30_000)
    return outcomes.filter(({ endedAt }) => endedAt < 30_000).length / 30
  }

  test.each([
    ['of 50', 50, 1],
    ['of 100', 100, 0.85],
    ['of 400', 400, 0.85],
  ])('%s callers at once, as many are served as the threads can, in time and without a gap', (_, count, share) => {
    const most = 10 * capacity()
    const outcomes = run([...at(0, 6), ...at(20_000, count, { reads: 'fast' })], 80_000).slice(6)
    const heard = listening(outcomes.map((one) => ({ ...one, caller: { ...one.caller, reads: 'player' } })))
    expect(heard.length).toBeGreaterThanOrEqual(Math.floor(share * Math.min(count, most)))
    for (const { firstMs, latestMs } of heard) {
      expect(firstMs).toBeLessThanOrEqual(10_000 + 100)
      expect(latestMs).toBeLessThanOrEqual(20)
    }
    for (const { refusedMs } of outcomes.filter(({ isRefused }) => isRefused))
      expect(refusedMs).toBeLessThanOrEqual(10_050)
  })

  test('those who are sent away are told to come again one after another', () => {
    const outcomes = run([...at(0, 6), ...at(20_000, 400)], 60_000)
    const waits = outcomes.filter(({ isRefused }) => isRefused).map(({ retryAfterSeconds }) => retryAfterSeconds)
    expect(waits.length).toBeGreaterThan(100)
    const each = Map.groupBy(waits, (wait) => wait)
    expect(each.size).toBeGreaterThan(15)
    // None of these seconds is told to many more than can be served in it.
    for (const told of each.values()) expect(told.length).toBeLessThan(0.25 * waits.length)
  })

  test('nobody waits longer than it wants to', () => {
    const outcomes = run([...at(0, 6), ...at(20_000, 300), ...at(20_010, 20, { patienceMs: 2000 })], 60_000)
    const hasty = outcomes.slice(-20)
    for (const { isRefused, firstMs, refusedMs } of hasty)
      expect(isRefused ? refusedMs : firstMs).toBeLessThanOrEqual(2000)
  })

  test('whoever came first begins first', () => {
    const outcomes = run([...at(0, 6), ...times(80, (i) => call(20_000 + i, { ...patience, reads: 'fast' }))], 60_000)
    const firsts = outcomes.slice(6).map(({ at: came, firstMs }) => came + firstMs)
    const served = firsts.filter(Number.isFinite)
    expect(served.length).toBeGreaterThan(60)
    expect(served).toEqual(served.toSorted((one, other) => one - other))
  })

  test('an account that comes later does not wait behind all of another', () => {
    const outcomes = run([...at(0, 6), ...at(20_000, 300), call(20_500, { account: 'b', ...patience })], 60_000)
    expect(outcomes.at(-1)!.firstMs).toBeLessThan(300)
  })
})

describe('150 long streams of one account', () => {
  const long = Array.from({ length: 13 }, () => 5)
  const busy = { chunkMs: 7, msPerSecond: 16, segmentMs: 3 }
  test.each(['fast', 'player', 'slow'] as const)(
    'that reads like a %s one: another account is served at once',
    (reads) => {
      const many = times(200, (i) =>
        call(2000 * Math.floor(i / 20), { account: 'alice', segmentSeconds: long, reads, patienceMs: 10_000 }),
      )
      const bob = times(60, (i) => call(1000 + 500 * i, { account: 'bob', segmentSeconds: [2] }))
      const outcomes = run([...many, ...bob], 60_000, busy)
      const [ofAlice, ofBob] = [
        outcomes.filter(({ caller }) => caller.account === 'alice'),
        outcomes.filter(({ caller }) => caller.account === 'bob'),
      ]
      expect(ofBob.filter(({ isRefused }) => isRefused)).toHaveLength(0)
      expect(firsts(ofBob, 0.99)).toBeLessThan(300)
      expect(latest(ofBob.filter(({ latestMs }) => Number.isFinite(latestMs)))).toBeLessThanOrEqual(0)
      expect(latest(listening(ofAlice))).toBeLessThanOrEqual(50)
    },
  )
})

test('whoever waits does so from its arrival, and not while its text is written', () => {
  let now = 0
  const clock = { now: () => now }
  const scheduler = new JobScheduler({
    ...clock,
    wake: () => {},
    threads: () => ['only'],
    jobsAtOnce: 1,
    maxListeners: 1,
    patienceMs: 10_000,
    start: () => {},
  })
  const verdicts: (Verdict | undefined)[] = []
  const expectOne = (listener: PlayingListener): void => {
    const place = verdicts.push(undefined) - 1
    scheduler.expect(listener, 'neural', (verdict) => {
      verdicts[place] = verdict
    })
  }
  const listen = (options: { readonly delayMs?: number } = {}): PlayingListener =>
    new PlayingListener({ account: 'a', seconds: 10, ...options, ...clock })
  const writing = listen()
  expectOne(listen())
  now += 500
  expectOne(writing)
  expectOne(listen({ delayMs: 9000 }))
  expectOne(listen({ delayMs: 12_000 }))
  expect(verdicts).toEqual(['begins', undefined, undefined, { retryAfterSeconds: 1 }])
})
