import { CHUNK_SECONDS, marginMs } from './chunk-length.ts'
import { greedyAccounts } from './fair-shares.ts'
import { msPerSecondIn, type SpeechCost } from './speech-costs.ts'

/** A listener that was accepted and has more to hear. */
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

export type Newcomer = Pick<AcceptedListener, 'account' | 'cost' | 'remainingSeconds'>

export type Situation = {
  readonly accepted: readonly AcceptedListener[]
  readonly newcomer: Newcomer
  /** Threads that can speak now. */
  readonly threads: number
}

type WorkOptions = { readonly listeners: readonly AcceptedListener[]; readonly threads: number }

/** A newcomer may begin if its first sound is expected within `ms`, or within the time of so many openings if the engine is slow. */
const FIRST_SOUND = { ms: 280, openings: 8 } as const
/** A caller in line is refused this long before its patience ends, because its first sound would take that long. */
export const REFUSE_BEFORE_MS = FIRST_SOUND.ms
/** Processor time of a new stream besides its engine: it is planned, answered and encoded. */
const REQUEST_MS = 3
/** Chunks are about this long while many listen. */
const BUSY_CHUNK_SECONDS = 1.8
/** More sound than players usually take in advance. */
const LEAD_MS = 6000
/** Deadlines are added up over the next so many seconds. */
const HORIZONS_SECONDS = [0.5, 1, 2, 4, 8, 16, 32, 64]
/**
 * Listeners per thread that may begin regardless of the forecast, because measured costs predict little on a busy machine: `atOnce` without
 * waiting, `inTheEnd` when their patience is over. Accounts without a listener may have twice as many.
 */
const ALWAYS_PER_THREAD = { atOnce: 4, inTheEnd: 16 } as const
/** Streams per thread that an account may begin within its fair share, even if accounts beyond theirs were promised that time. */
const FIRST_STREAMS_PER_THREAD = 2
/** Share of the threads' time that counts when fair shares are computed. It is less than what one account may be promised. */
const SHARED = 0.8
/** How much of the threads' time may be promised: more to an account that has no more than its share of the listeners. */
const PROMISED = { modest: 0.95, other: 0.85 } as const
/**
 * A listener that runs out of sound gets at least this much. It is more than the shortest chunk plays, because short chunks cost more than
 * long ones.
 */
const LEAST_SECONDS = 1.25 * CHUNK_SECONDS.shortest

/**
 * Whether a newcomer would hear its first sound soon if it began now, and everybody accepted would then hear no gap. The first streams of an
 * account may begin at the expense of accounts that need more than their fair share. Those get what is left, and their listeners hear gaps once
 * they have played what was sent ahead.
 */
export function mayBegin(situation: Situation): boolean {
  const { accepted, newcomer, threads } = situation
  const rivals = rivalsOf(situation)
  const { cost } = newcomer
  const joining = joiningAs(newcomer)
  const soonMs = Math.max(FIRST_SOUND.ms, FIRST_SOUND.openings * cost.openingMs)
  if (firstSoundMs({ accepted: rivals, newcomer, threads }) > soonMs) return false
  if (rivals !== accepted && ownOf(situation) < FIRST_STREAMS_PER_THREAD * threads)
    return fits({ listeners: [...rivals, joining], threads }, 1)
  const isModest = hasFairShare(situation)
  const listeners = [...accepted, joining]
  return (
    fits({ listeners, threads }, isModest ? PROMISED.modest : PROMISED.other) &&
    // Room is kept for one stream of another account, however much one takes.
    (isModest || fits({ listeners: [...listeners, joining], threads }, PROMISED.modest))
  )
}

/** The listeners that are not served after the newcomer. */
function rivalsOf({ accepted, newcomer, threads }: Situation): readonly AcceptedListener[] {
  const greedy = greedyAmong([...accepted, joiningAs(newcomer)], threads)
  return greedy.has(newcomer.account) ? accepted : accepted.filter(({ account }) => !greedy.has(account))
}

function joiningAs(newcomer: Newcomer): AcceptedListener {
  return { ...newcomer, dueInMs: undefined, pace: 1 }
}

/** Accounts whose listeners need more than a fair share of the threads. There are none while the threads have time to spare. */
export function greedyAmong(listeners: readonly AcceptedListener[], threads: number): ReadonlySet<string> {
  const needs = new Map<string, number>()
  for (const one of listeners) needs.set(one.account, (needs.get(one.account) ?? 0) + threadsFor(one))
  return greedyAccounts(needs, SHARED * threads)
}

/**
 * Milliseconds until a newcomer may begin if all that is `ahead` of it begins first: each as soon as enough listeners have heard all. Those
 * are assumed to be made a little faster than they play.
 */
export function waitMs({ ahead, ...situation }: Situation & { readonly ahead: readonly Newcomer[] }): number {
  const { newcomer, threads } = situation
  const endOf = (one: Newcomer): number => PROMISED.other * one.remainingSeconds
  const rivals = rivalsOf(situation).filter(isNear)
  const ends = rivals
    .map((one) => ({ at: endOf(one), threads: threadsFor(one) }))
    .sort((one, other) => one.at - other.at)
  let free = PROMISED.other * threads - lastingThreads(rivals)
  let at = 0
  for (const one of [...ahead, newcomer]) {
    const needed = threadsFor(joiningAs(one))
    for (let next = ends[0]; free < needed && next !== undefined; next = ends[0]) {
      ends.shift()
      free += next.threads
      at = next.at
    }
    free -= needed
    const end = { at: at + endOf(one), threads: needed }
    ends.splice(ends.findLastIndex((other) => other.at <= end.at) + 1, 0, end)
  }
  return 1000 * at
}

/** Milliseconds of a thread that the rest of a listener's speech takes. */
export function workOf({ cost, remainingSeconds, ...one }: Newcomer & Partial<AcceptedListener>): number {
  const opening = 'dueInMs' in one && one.dueInMs !== undefined ? 0 : cost.openingMs + REQUEST_MS
  return opening + cost.msPerSecond * remainingSeconds
}

/** Whether there are so few listeners that a newcomer may begin at once, whatever the forecast says. */
export function hasFew(situation: Situation): boolean {
  return hasLessThan(ALWAYS_PER_THREAD.atOnce, situation)
}

/** Whether a newcomer begins rather than be refused, because there are not many listeners. */
export function beginsInTheEnd(situation: Situation): boolean {
  return hasLessThan(ALWAYS_PER_THREAD.inTheEnd, situation)
}

function hasLessThan(perThread: number, situation: Situation): boolean {
  const most = perThread * situation.threads
  return situation.accepted.length < (ownOf(situation) === 0 ? 2 * most : most)
}

/** Milliseconds of a thread that a stream takes when it begins: its opening, and the chunk after that. */
export function beginningMs(cost: SpeechCost): number {
  return cost.openingMs + REQUEST_MS + LEAST_SECONDS * msPerSecondIn(cost, LEAST_SECONDS)
}

function ownOf({ accepted, newcomer }: Situation): number {
  return accepted.filter(({ account }) => account === newcomer.account).length
}

/** Whether an account has no more than its share of the listeners, if one share is kept for an account that may come. */
function hasFairShare(situation: Situation): boolean {
  const { accepted, newcomer } = situation
  const accounts = new Set([...accepted, newcomer].map(({ account }) => account)).size
  return ownOf(situation) + 1 <= (accepted.length + 1) / Math.max(accounts, 2)
}

/** Whether listeners need no more than this share of the threads: as long as they play, and over each horizon. */
function fits(work: WorkOptions, share: number): boolean {
  const { listeners, threads } = work
  if (lastingThreads(listeners.filter(isNear)) > share * threads) return false
  return HORIZONS_SECONDS.every((seconds) => workWithin(seconds, work) <= share * threads * seconds * 1000)
}

/** Whether a listener needs its speech as fast as it plays. One that took much of it in advance can do without for a while. */
function isNear({ dueInMs = 0 }: AcceptedListener): boolean {
  return dueInMs <= LEAD_MS
}

/** How many threads listeners keep busy while they play. */
function lastingThreads(listeners: readonly AcceptedListener[]): number {
  return listeners.reduce((sum, one) => sum + threadsFor(one), 0)
}

function threadsFor({ cost, pace }: AcceptedListener): number {
  return (pace * msPerSecondIn(cost, BUSY_CHUNK_SECONDS)) / 1000
}

/**
 * Milliseconds until a newcomer's first chunk is begun. Whoever is about to run out of sound goes before it, and accounts take turns: each begins
 * as many streams before it as its own does.
 */
function firstSoundMs({ accepted, newcomer, threads }: Situation): number {
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
 * Milliseconds of a thread that listeners take within the next so many seconds. A stream that has not begun takes its opening and its next
 * chunk at once, so that streams that begin together do not run out of sound together.
 */
function workWithin(seconds: number, { listeners }: WorkOptions): number {
  let ms = 0
  for (const { cost, dueInMs, remainingSeconds, pace } of listeners) {
    if (dueInMs === undefined) ms += cost.openingMs + REQUEST_MS
    const neededSeconds = pace * (seconds - Math.max(0, dueInMs ?? 0) / 1000)
    if (neededSeconds <= 0) continue
    const chunkSeconds = Math.min(Math.max(neededSeconds, LEAST_SECONDS), BUSY_CHUNK_SECONDS)
    const madeSeconds = Math.min(Math.max(neededSeconds, pace * LEAST_SECONDS), remainingSeconds)
    ms += msPerSecondIn(cost, chunkSeconds) * madeSeconds
  }
  return ms
}
