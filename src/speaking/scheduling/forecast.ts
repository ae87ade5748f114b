import { CHUNK_SECONDS } from './chunk-length.ts'
import type { SpeechCost } from './speech-costs.ts'

/** A listener that was accepted and needs sound. */
export type AcceptedListener = {
  readonly account: string
  readonly cost: SpeechCost
  /** Until it runs out of sound, in milliseconds; undefined if it has heard nothing yet. */
  readonly dueInMs: number | undefined
  /** Speech that is still to be made for it, roughly. */
  readonly remainingSeconds: number
  /** Seconds of speech that it takes in a second, at most 1. */
  readonly pace: number
}

export type Newcomer = Pick<AcceptedListener, 'account' | 'cost' | 'remainingSeconds'>

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
const FIRST_SOUND = { ms: 350, openings: 8 } as const
/** Deadlines are added up over the next so many seconds. */
const HORIZONS_SECONDS = [0.5, 1, 2, 4, 8]
/** How much of the threads' time may be promised: all of it only to accounts with less than their share of listeners. */
const PROMISED = { modest: 0.95, other: 0.85 } as const
/** Who runs out of sound gets at least this much. Short chunks cost more than long ones, so more is reckoned than they play. */
const LEAST_SECONDS = 1.25 * CHUNK_SECONDS.shortest
const MAX_RETRY_SECONDS = 30

/**
 * Foresees whether a newcomer would hear its first sound soon, and whether it and everybody accepted would then hear no gap. A
 * newcomer is always welcome while there are fewer listeners than threads.
 */
export function forecast(options: ForecastOptions): Forecast {
  const { accepted, threads } = options
  if (accepted.length < threads) return { isFeasible: true }
  const patienceMs = Math.max(FIRST_SOUND.ms, FIRST_SOUND.openings * options.newcomer.cost.openingMs)
  if (firstSoundMs(options) > patienceMs) return { isFeasible: false, retryAfterSeconds: 1 }
  const limit = threads * PROMISED[isModest(options) ? 'modest' : 'other']
  const listeners = [...accepted, { ...options.newcomer, dueInMs: undefined, pace: 1 }]
  const isFeasible =
    listeners.reduce((sum, one) => sum + threadsFor(one), 0) <= limit &&
    HORIZONS_SECONDS.every((seconds) => workWithin(seconds, { listeners, threads }) <= limit * seconds * 1000)
  return isFeasible ? { isFeasible } : { isFeasible, retryAfterSeconds: secondsUntilRoom(listeners, limit) }
}

/**
 * Milliseconds until a newcomer's first chunk is begun. Whoever has run out of sound goes before it, and accounts take turns: each begins
 * as many streams before it as its own does.
 */
function firstSoundMs({ accepted, newcomer, threads }: ForecastOptions): number {
  const before = new Map<string, number>()
  const turns = accepted.filter((one) => isOpening(one) && one.account === newcomer.account).length + 1
  let ms = accepted.reduce(
    (sum, { cost, pace, dueInMs = 1 }) => sum + (dueInMs > 0 ? 0 : pace * cost.msPerSecond * LEAST_SECONDS),
    0,
  )
  for (const one of accepted.filter(isOpening)) {
    const count = (before.get(one.account) ?? 0) + 1
    before.set(one.account, count)
    if (count <= turns) ms += one.cost.openingMs
  }
  return ms / threads
}

function isOpening({ dueInMs }: Pick<AcceptedListener, 'dueInMs'>): boolean {
  return dueInMs === undefined
}

/** Whether the newcomer's account has no more than its share of the listeners. One share is kept for accounts that may come. */
function isModest({ accepted, newcomer }: ForecastOptions): boolean {
  const accounts = new Set([...accepted, newcomer].map(({ account }) => account))
  const own = accepted.filter(({ account }) => account === newcomer.account).length + 1
  return own <= (accepted.length + 1) / Math.max(accounts.size, 2)
}

/** Milliseconds of a thread that listeners take within the next so many seconds. */
function workWithin(seconds: number, { listeners, threads }: WorkOptions): number {
  let openingsMs = 0
  let ms = 0
  for (const { cost, dueInMs, remainingSeconds, pace } of listeners) {
    if (dueInMs === undefined) openingsMs += cost.openingMs
    // A stream that has not begun plays its first chunk when all before it have begun.
    const soundUntil = dueInMs === undefined ? openingsMs / threads / 1000 + CHUNK_SECONDS.opening : dueInMs / 1000
    const neededSeconds = pace * (seconds - Math.max(0, soundUntil))
    if (neededSeconds <= 0) continue
    ms += cost.msPerSecond * Math.min(Math.max(neededSeconds, pace * LEAST_SECONDS), remainingSeconds)
  }
  return openingsMs + ms
}

/** How many threads a listener keeps busy in the long run. */
function threadsFor({ cost, pace }: AcceptedListener): number {
  return (pace * cost.msPerSecond) / 1000
}

/** Until so many listeners have ended that the rest, and the newcomer, need no more than `limit` threads. */
function secondsUntilRoom(listeners: readonly AcceptedListener[], limit: number): number {
  const byEnd = listeners.toSorted((one, other) => one.remainingSeconds - other.remainingSeconds)
  let threads = byEnd.reduce((sum, one) => sum + threadsFor(one), 0)
  for (const one of byEnd) {
    const { remainingSeconds } = one
    if (threads <= limit) break
    threads -= threadsFor(one)
    if (threads <= limit) return Math.min(Math.max(1, Math.ceil(remainingSeconds)), MAX_RETRY_SECONDS)
  }
  return 1
}
