import type { Listener } from '../../synthesis/speech-engine.ts'
import {
  type AcceptedListener,
  beginningMs,
  beginsInTheEnd,
  greedyAmong,
  hasFew,
  mayBegin,
  type Newcomer,
  REFUSE_BEFORE_MS,
  type Situation,
  waitMs,
  workOf,
} from './forecast.ts'
import { isActive, needsSound } from './needs-sound.ts'
import { OpeningPace } from './opening-pace.ts'
import { ReturningWork, secondsUntil } from './returning-work.ts'
import type { SpeechCosts } from './speech-costs.ts'
import { WaitingLine } from './waiting-line.ts'

/** What becomes of a listener: it may begin, it has left, or it was refused and may come again in so many seconds. */
export type Verdict = 'begins' | 'left' | { readonly retryAfterSeconds: number }

/** How long a caller has waited, and how long it will. */
export type Patience = Pick<Listener, 'delayMs' | 'patienceMs'>

export type AdmissionOptions = {
  /** Milliseconds. */
  readonly now: () => number
  /** Calls back after so many milliseconds. */
  readonly wake: (ms: number, call: () => void) => void
  /** How many streams the threads there are can speak at once. */
  readonly places: () => number
  /** Listeners that may need sound at the same time, whatever the forecast says. */
  readonly maxListeners: number
  /** How long a listener waits for its first sound at most, in milliseconds; its own patience may be less. */
  readonly patienceMs: number
  readonly costs: SpeechCosts
  /** The listeners whose next chunk is wanted, or being made. */
  readonly asking: () => ReadonlySet<Listener | undefined>
}

type Caller = {
  readonly listener: Listener
  readonly account: string
  readonly engine: string
  readonly deadline: number
  readonly settle: (verdict: Verdict) => void
}

type Place = { readonly engine: string; readonly acceptedAt: number }

/** Planning a text takes less than this. Then its listener asks for sound. */
const PLANNING_MS = 1000
/** The line is reviewed this often, and after each turn of a thread. */
const REVIEW_MS = 50
/** Accounts that are tried in one review; the others have as many streams. */
const MAX_TRIES = 8

/**
 * Decides when listeners begin. One that would hear its first sound late, or let others hear gaps, waits in line until there is room or
 * its patience is over. One that would wait longer than that is refused at once.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #places = new Map<Listener, Place>()
  readonly #line = new WaitingLine<Caller>()
  readonly #returning: ReturningWork
  readonly #pace: OpeningPace
  /** The work of the caller that was refused last, in milliseconds of a thread. */
  #refusedWork = 0
  #isAwake = false

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#returning = new ReturningWork(options)
    this.#pace = new OpeningPace(options)
  }

  /** Asks for a place, which the listener then keeps until it is gone. `settle` is called once, perhaps before this returns. */
  expect(listener: Listener, engine: string, settle: Caller['settle']): void {
    if (this.#places.has(listener)) {
      settle('begins')
      return
    }
    const { account } = listener
    const caller = { listener, account, engine, deadline: this.#deadlineOf(listener), settle }
    this.#line.add(caller)
    this.review()
    if (!this.#line.has(caller)) return
    if (this.#patienceLasts(this.#newcomer(caller), caller.deadline)) this.#wake()
    else this.#end(caller)
  }

  /**
   * Refuses a caller of an account who would be refused now with whatever engine: seconds until it may come again. Undefined if its text is
   * worth reading.
   */
  refuses(account: string, patience: Patience): number | undefined {
    const deadline = this.#deadlineOf(patience)
    const { costs } = this.#options
    const engines = costs.engines.length === 0 ? [''] : costs.engines
    const newcomers = engines.map((engine) => ({ account, remainingSeconds: 0, cost: costs.of(engine) }))
    const begins = (one: Newcomer): boolean => this.#mayBegin(one) || this.#beginsInTheEnd(one)
    if (newcomers.some((one) => begins(one) || this.#patienceLasts(one, deadline))) return undefined
    const retryAfterSeconds = Math.min(...newcomers.map((one) => this.#retryAfter(one)))
    this.#returning.add(this.#refusedWork)
    return retryAfterSeconds
  }

  /** Gives a listener a place, whatever the forecast says. */
  accept(listener: Listener, engine: string): void {
    if (!this.#places.has(listener)) this.#pace.note(listener.account, beginningMs(this.#options.costs.of(engine)))
    this.#places.set(listener, { engine, acceptedAt: this.#options.now() })
  }

  /** Lets those in line begin for whom there is room, and sends away those whose patience is over. */
  review(): void {
    while (this.#line.length > 0) {
      const next = this.#heads().find((caller) => this.#mayBegin(this.#newcomer(caller)))
      if (next === undefined) break
      this.#begin(next)
    }
    const now = this.#options.now()
    for (const caller of this.#line.all) if (caller.deadline <= now) this.#end(caller)
  }

  /** Refuses all who wait. */
  close(): void {
    for (const caller of this.#line.all) this.#refuse(caller)
  }

  /** Takes a listener out of the line. */
  leave(listener: Listener): void {
    for (const caller of this.#line.all.filter((one) => one.listener === listener)) {
      this.#line.remove(caller)
      caller.settle('left')
    }
  }

  /** Listeners that soon need sound. */
  needy(): readonly Listener[] {
    const now = this.#options.now()
    return this.#active().flatMap(([listener]) => (needsSound(listener, now) ? [listener] : []))
  }

  /** Accounts whose listeners need more of the threads than a fair share: none, unless all together need more than there is. */
  greedy(): ReadonlySet<string> {
    return greedyAmong(this.#accepted(), this.#options.places())
  }

  /** The first callers of accounts, those with the fewest listeners first. */
  #heads(): readonly Caller[] {
    const held = Map.groupBy(this.#active(), ([{ account }]) => account)
    return this.#line.heads((account) => held.get(account)?.length ?? 0).slice(0, MAX_TRIES)
  }

  /** In a rush, streams begin one after another, unless there are few listeners. */
  #mayBegin(newcomer: Newcomer): boolean {
    if (this.#isFull()) return false
    const situation = this.#situation(newcomer)
    return hasFew(situation) || (this.#pace.allows(newcomer.account, beginningMs(newcomer.cost)) && mayBegin(situation))
  }

  #beginsInTheEnd(newcomer: Newcomer): boolean {
    return !this.#isFull() && beginsInTheEnd(this.#situation(newcomer))
  }

  #isFull(): boolean {
    return this.needy().length >= this.#options.maxListeners
  }

  #begin(caller: Caller): void {
    const { listener, engine } = caller
    this.#line.take(caller)
    this.accept(listener, engine)
    caller.settle('begins')
    // It may have asked for its length and for its first chunk.
    for (const twin of this.#line.all.filter((one) => one.listener === listener)) {
      this.#line.remove(twin)
      twin.settle('begins')
    }
  }

  /** Its patience is over. */
  #end(caller: Caller): void {
    if (this.#beginsInTheEnd(this.#newcomer(caller))) this.#begin(caller)
    else this.#refuse(caller)
  }

  #patienceLasts(newcomer: Newcomer, deadline: number): boolean {
    const ahead = this.#line.ahead({ account: newcomer.account, deadline }).map((one) => this.#newcomer(one))
    const left = deadline - this.#options.now()
    return left > 0 && waitMs({ ...this.#situation(newcomer), ahead }) <= left
  }

  #refuse(caller: Caller): void {
    this.#line.remove(caller)
    const newcomer = this.#newcomer(caller)
    const retryAfterSeconds = this.#retryAfter(newcomer)
    this.#refusedWork = workOf(newcomer)
    this.#returning.add(this.#refusedWork)
    caller.settle({ retryAfterSeconds })
  }

  /** Callers that were refused earlier are expected to return first, so that they do not all return together. */
  #retryAfter(newcomer: Newcomer): number {
    const ahead = this.#line.all.map((one) => this.#newcomer(one))
    const ms = waitMs({ ...this.#situation(newcomer), ahead }) + this.#returning.ms()
    return secondsUntil(ms - this.#options.patienceMs / 2)
  }

  #situation(newcomer: Newcomer): Situation {
    return { accepted: this.#accepted(), newcomer, threads: this.#options.places() }
  }

  #newcomer({ account, engine, listener: { remainingSeconds } }: Caller): Newcomer {
    return { account, remainingSeconds, cost: this.#options.costs.of(engine) }
  }

  #deadlineOf({ delayMs, patienceMs = Number.POSITIVE_INFINITY }: Patience): number {
    const patience = Math.min(patienceMs, this.#options.patienceMs)
    return this.#options.now() - delayMs + Math.max(0, patience - REFUSE_BEFORE_MS)
  }

  #accepted(): readonly AcceptedListener[] {
    const now = this.#options.now()
    const costs = new Map(this.#options.costs.engines.map((engine) => [engine, this.#options.costs.of(engine)]))
    const assumed = this.#options.costs.of('')
    return this.#active().map(([listener, { engine }]) => {
      const { account, dueAt, hasHeard, remainingSeconds, pace } = listener
      const cost = costs.get(engine) ?? assumed
      return { account, cost, remainingSeconds, pace, dueInMs: hasHeard ? dueAt - now : undefined }
    })
  }

  /** Listeners that have more to hear and are still reading. */
  #active(): readonly (readonly [Listener, Place])[] {
    const now = this.#options.now()
    const asking = this.#options.asking()
    return [...this.#places].filter(([listener, { acceptedAt }]) => {
      if (listener.isGone) this.#places.delete(listener)
      const dueAt = listener.hasHeard ? listener.dueAt : acceptedAt + PLANNING_MS
      return !listener.isGone && isActive({ dueAt, isAsking: asking.has(listener) }, now)
    })
  }

  #wake(): void {
    if (this.#isAwake || this.#line.length === 0) return
    this.#isAwake = true
    this.#options.wake(REVIEW_MS, () => {
      this.#isAwake = false
      this.review()
      this.#wake()
    })
  }
}
