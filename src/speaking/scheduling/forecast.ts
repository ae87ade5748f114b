import { CHUNK_SECONDS, marginMs } from './chunk-length.ts'
import type { SpeechCost } from './speech-costs.ts'

/** A listener that was accepted and needs sound. */
export type AcceptedListener = {
  readonly account: string
  readonly cost: SpeechCost
  /** Milliseconds until it runs out of sound; undefined if it has heard nothing yet. */
  readonly dueInMs: number | undefined
  /** Speech that is still to be made for it, roughly. */
  readonly remainingSeconds: number
  /** Seconds of speech that it takes in a second, at most 1. */
  readonly pace: number
}

export type Newcomer = Pick<AcceptedListener, 'account' | 'cost' | 'remainingSeconds'> & {
  /** In a rush, requests wait until they are looked at, and those behind them take processor time. */
  readonly delayMs: number
}

export type ForecastOptions = {
  readonly accepted: readonly AcceptedListener[]
  readonly newcomer: Newcomer
  /** Threads that can speak now. */
  readonly threads: number
}

type WorkOptions = { readonly listeners: readonly AcceptedListener[]; readonly threads: number }

/** `retryAfterSeconds`: when enough listeners will have heard all. */
export type Forecast =
  | { readonly isFeasible: true }
  | { readonly isFeasible: false; readonly retryAfterSeconds: number }

/** A newcomer is refused if it would wait longer than this for its first sound: so long, or so many openings if the engine is slow. */
const FIRST_SOUND = { ms: 280, openings: 8 } as const
/** Processor time of a new stream besides its engine: it is planned, answered and encoded. */
const REQUEST_MS = 3
/** Deadlines are added up over the next so many seconds. */
const HORIZONS_SECONDS = [0.5, 1, 2, 4, 8]
/**
 * So many listeners for each thread are never refused, and twice as many of accounts that have none: on a machine that others load,
 * what was measured says little about the next moment.
 */
const ALWAYS_PER_THREAD = 16
/** Once the service is this late, only accounts without a stream may begin one. */
const LATE_MS = 200
/** How much of the threads' time may be promised: all of it only to the first listener of an account. */
const PROMISED = { first: 1, modest: 0.95, other: 0.85 } as const
/**
 * A listener that runs out of sound gets at least this much. It is more than the shortest chunk plays, because short chunks cost more than
 * long ones.
 */
const LEAST_SECONDS = 1.25 * CHUNK_SECONDS.shortest
const MAX_RETRY_SECONDS = 30

/**
 * Foresees whether a newcomer would hear its first sound soon, and whether it and everybody accepted would then hear no gap. A
 * newcomer is always welcome while there are few listeners.
 */
export function forecast(options: ForecastOptions): Forecast {
  if (isAlwaysWelcome(options)) return { isFeasible: true }
  const { accepted, threads } = options
  const { cost, delayMs } = options.newcomer
  const patienceMs = Math.max(FIRST_SOUND.ms, FIRST_SOUND.openings * cost.openingMs)
  if (delayMs >= LATE_MS || delayMs + firstSoundMs(options) > patienceMs)
    return { isFeasible: false, retryAfterSeconds: 1 }
  const newcomer = { ...options.newcomer, dueInMs: undefined, pace: 1 }
  const listeners = [...accepted, newcomer]
  const share = shareOf(options)
  const isFeasible =
    share === 'first'
      ? lastingThreads(listeners) <= PROMISED.first * threads
      : fits({ listeners, threads }, PROMISED[share]) &&
        // Room is kept for one stream of another account, however much one takes.
        (share === 'modest' || fits({ listeners: [...listeners, newcomer], threads }, PROMISED.modest))
  return isFeasible ? { isFeasible } : { isFeasible, retryAfterSeconds: secondsUntilRoom({ listeners, threads }) }
}

/** The first listener of an account is, in a rush too. */
function isAlwaysWelcome({ accepted, newcomer, threads }: ForecastOptions): boolean {
  const most = ALWAYS_PER_THREAD * threads
  if (accepted.every(({ account }) => account !== newcomer.account)) return accepted.length < 2 * most
  return newcomer.delayMs < LATE_MS && accepted.length < most
}

/** Whether listeners need no more than this share of the threads, over each horizon and in the long run. */
function fits(work: WorkOptions, share: number): boolean {
  const { listeners, threads } = work
  if (lastingThreads(listeners) > share * threads) return false
  return HORIZONS_SECONDS.every((seconds) => workWithin(seconds, work) <= share * threads * seconds * 1000)
}

/**
 * Milliseconds until a newcomer's first chunk is begun. Whoever is about to run out of sound goes before it, and accounts take turns: each begins
 * as many streams before it as its own does.
 */
function firstSoundMs({ accepted, newcomer, threads }: ForecastOptions): number {
  const before = new Map<string, number>()
  const turns = accepted.filter((one) => isOpening(one) && one.account === newcomer.account).length + 1
  let ms = accepted.reduce(
    (sum, { cost, pace, dueInMs = Number.POSITIVE_INFINITY }) =>
      sum + (dueInMs > marginMs(newcomer.cost) ? 0 : pace * cost.msPerSecond * LEAST_SECONDS),
    0,
  )
  for (const one of accepted.filter(isOpening)) {
    const count = (before.get(one.account) ?? 0) + 1
    before.set(one.account, count)
    if (count <= turns) ms += one.cost.openingMs + REQUEST_MS
  }
  return ms / threads
}

function isOpening({ dueInMs }: Pick<AcceptedListener, 'dueInMs'>): boolean {
  return dueInMs === undefined
}

/**
 * What the newcomer's account has of the listeners. `modest` is no more than its share, if one share is kept for an account that may come.
 * `first` is nothing yet, while other accounts have several each.
 */
function shareOf({ accepted, newcomer }: ForecastOptions): 'first' | 'modest' | 'other' {
  const accounts = new Set([...accepted, newcomer].map(({ account }) => account)).size
  const own = accepted.filter(({ account }) => account === newcomer.account).length + 1
  if (own === 1 && accepted.length >= 2 * (accounts - 1)) return 'first'
  return own <= (accepted.length + 1) / Math.max(accounts, 2) ? 'modest' : 'other'
}

/** Milliseconds of a thread that listeners take within the next so many seconds. */
function workWithin(seconds: number, { listeners, threads }: WorkOptions): number {
  let openingsMs = 0
  let ms = 0
  for (const { cost, dueInMs, remainingSeconds, pace } of listeners) {
    if (dueInMs === undefined) openingsMs += cost.openingMs + REQUEST_MS
    // A stream that has not begun plays its first chunk when all before it have begun.
    const soundUntil = dueInMs === undefined ? openingsMs / threads / 1000 + CHUNK_SECONDS.opening : dueInMs / 1000
    const neededSeconds = pace * (seconds - Math.max(0, soundUntil))
    if (neededSeconds <= 0) continue
    ms += cost.msPerSecond * Math.min(Math.max(neededSeconds, pace * LEAST_SECONDS), remainingSeconds)
  }
  return openingsMs + ms
}

/** How many threads listeners keep busy in the long run. */
function lastingThreads(listeners: readonly AcceptedListener[]): number {
  return listeners.reduce((sum, one) => sum + threadsFor(one), 0)
}

function threadsFor({ cost, pace }: AcceptedListener): number {
  return (pace * cost.msPerSecond) / 1000
}

/** Seconds until enough listeners have ended: the rest and the newcomer then need no more threads than may be promised. */
function secondsUntilRoom({ listeners, threads }: WorkOptions): number {
  const limit = PROMISED.other * threads
  let needed = lastingThreads(listeners)
  for (const one of listeners.toSorted((a, b) => a.remainingSeconds - b.remainingSeconds)) {
    if (needed <= limit) break
    needed -= threadsFor(one)
    if (needed <= limit) return Math.min(Math.max(1, Math.ceil(one.remainingSeconds)), MAX_RETRY_SECONDS)
  }
  return 1
}
