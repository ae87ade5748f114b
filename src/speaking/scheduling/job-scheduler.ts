import type { Listener } from '../../synthesis/speech-engine.ts'
import { chunkLength, marginMs } from './chunk-length.ts'
import { type Deadline, earliestDeadline } from './earliest-deadline.ts'
import { type AcceptedListener, type Forecast, forecast, type Newcomer } from './forecast.ts'
import { needsSound } from './needs-sound.ts'
import { type MadeSpeech, SpeechCosts } from './speech-costs.ts'

/** Work for a thread: it takes one turn or several, and then stays with the thread that began it. */
export interface Job extends Deadline {
  readonly engine: string
  readonly listener: Listener | undefined
  /** Its listener has heard nothing yet. */
  readonly isOpening: boolean
  /** No thread works at it, and one should. */
  readonly isWaiting: boolean
  /** A thread works at it, or should. */
  readonly isAsking: boolean
  readonly isOver: boolean
}

export type JobSchedulerOptions<Work extends Job, Thread> = {
  /** Milliseconds. */
  readonly now: () => number
  /** Threads that work can be given to. */
  readonly threads: () => readonly Thread[]
  /** Jobs that a thread works at together. */
  readonly jobsAtOnce: number
  /** Listeners that may need sound at the same time, whatever the forecast says. */
  readonly maxListeners: number
  /** Gives a thread its turn at a job. `done` follows. */
  readonly start: (job: Work, turn: Turn<Thread>) => void
}

/** `seconds` of speech, if the engine can choose. `isFirst`: no thread has begun the job. */
export type Turn<Thread> = { readonly thread: Thread; readonly seconds: number; readonly isFirst: boolean }

/** Chunks are kept short for so long after somebody began to listen, as others may follow. */
const HEARD_LATELY_MS = 10_000
/** Accounts whose last turn is remembered. */
const MAX_ACCOUNTS = 1000

/**
 * Decides which thread does what when: whatever is due first, chunk by chunk. Work that no thread has begun waits for all of them, so that no
 * thread is idle while another has a queue. Streams that begin take turns by account.
 */
export class JobScheduler<Work extends Job, Thread> {
  readonly #options: JobSchedulerOptions<Work, Thread>
  /** Jobs that no thread has begun, in the order they came. */
  readonly #waiting = new Set<Work>()
  readonly #begun = new Map<Work, Thread>()
  readonly #jobsOf = new Map<Thread, Set<Work>>()
  /** Turns that each thread has now. */
  readonly #turns = new Map<Thread, number>()
  readonly #listeners = new Set<Listener>()
  readonly #engineOf = new WeakMap<Listener, string>()
  /** When each account's streams last began, in turns. */
  readonly #lastTurns = new Map<string, number>()
  readonly #costs = new SpeechCosts()
  #turn = 0
  #openedAt = Number.NEGATIVE_INFINITY

  constructor(options: JobSchedulerOptions<Work, Thread>) {
    this.#options = options
  }

  /** Jobs that no thread has begun. */
  get waiting(): number {
    return this.#waiting.size
  }

  get jobs(): readonly Work[] {
    return [...this.#waiting, ...this.#begun.keys()]
  }

  turnsOf(thread: Thread): number {
    return this.#turns.get(thread) ?? 0
  }

  /** Counts a listener among those to be served, if it and everybody accepted would be served in time. Once accepted, it stays so. */
  expect(listener: Listener, engine: string): Forecast {
    if (this.#listeners.has(listener)) return { isFeasible: true }
    const { account, remainingSeconds, delayMs } = listener
    const outlook = this.#foresee({ account, remainingSeconds, delayMs, cost: this.#costs.of(engine) })
    if (outlook.isFeasible) this.#note(listener, engine)
    return outlook
  }

  /** Whether an account could begin any stream now, with the service `delayMs` late, with whatever engine. */
  admitsAny(account: string, delayMs: number): Forecast {
    const outlooks = this.#costs.all().map((cost) => this.#foresee({ account, remainingSeconds: 0, delayMs, cost }))
    return outlooks.find(({ isFeasible }) => isFeasible) ?? outlooks[0]!
  }

  #foresee(newcomer: Newcomer): Forecast {
    const accepted = this.#accepted()
    if (accepted.length >= this.#options.maxListeners) return { isFeasible: false, retryAfterSeconds: 1 }
    const threads = this.#options.threads().length * this.#options.jobsAtOnce
    return forecast({ accepted, newcomer, threads })
  }

  submit(job: Work): void {
    if (job.listener !== undefined) this.#note(job.listener, job.engine)
    this.#waiting.add(job)
    this.assign()
  }

  #note(listener: Listener, engine: string): void {
    this.#listeners.add(listener)
    this.#engineOf.set(listener, engine)
    if (!listener.hasHeard) this.#openedAt = this.#options.now()
  }

  /** A turn is over. `made` is what it took, if it made speech. */
  done(job: Work, thread: Thread, made?: MadeSpeech): void {
    if (made !== undefined) this.#costs.note(job.engine, made)
    if (job.isOver) this.remove(job)
    this.#turns.set(thread, this.turnsOf(thread) - 1)
  }

  /** Forgets a job; returns the thread that has begun it. */
  remove(job: Work): Thread | undefined {
    const thread = this.#begun.get(job)
    this.#waiting.delete(job)
    this.#begun.delete(job)
    if (thread !== undefined) this.#jobsOf.get(thread)?.delete(job)
    return thread
  }

  /** Forgets what a thread has begun, and returns it. */
  take(thread: Thread): readonly Work[] {
    const jobs = [...(this.#jobsOf.get(thread) ?? [])]
    for (const job of jobs) this.remove(job)
    return jobs
  }

  /** Gives each thread that is free what is due first: of the jobs that it has begun, and of those that no thread has. */
  assign(): void {
    const { threads, jobsAtOnce } = this.#options
    const load = (thread: Thread): number => this.#jobsOf.get(thread)?.size ?? 0
    const free = threads().filter((thread) => this.turnsOf(thread) < jobsAtOnce)
    for (const thread of free.sort((one, other) => load(one) - load(other))) {
      while (this.turnsOf(thread) < jobsAtOnce) {
        const job = this.#next(thread)
        if (job === undefined) break
        this.#start(job, thread)
      }
    }
  }

  #next(thread: Thread): Work | undefined {
    const begun = [...(this.#jobsOf.get(thread) ?? [])].filter(({ isWaiting }) => isWaiting)
    const unheard = [...this.#waiting].filter(({ isOpening }) => !isOpening)
    const candidates = [...begun, ...unheard].map((job) => {
      return { job, submittedAt: job.submittedAt, dueAt: job.dueAt }
    })
    return earliestDeadline([...this.#opening(), ...candidates])?.job
  }

  /**
   * The stream that begins next. Accounts take turns. It is due when the first waiting stream is, but never before listeners that are about to
   * run out of sound.
   */
  #opening(): readonly (Deadline & { readonly job: Work })[] {
    const openings = [...this.#waiting].filter(({ isOpening }) => isOpening)
    const [first] = openings
    if (first === undefined) return []
    const lastTurn = (job: Work): number => this.#lastTurns.get(job.listener?.account ?? '') ?? 0
    const job = openings.reduce((chosen, one) => (lastTurn(one) < lastTurn(chosen) ? one : chosen))
    const { submittedAt, dueAt = submittedAt } = first
    return [{ job, submittedAt, dueAt: Math.max(dueAt, this.#options.now() + marginMs(this.#costs.of(job.engine))) }]
  }

  #start(job: Work, thread: Thread): void {
    const isFirst = this.#waiting.delete(job)
    if (isFirst) {
      this.#begun.set(job, thread)
      const jobs = this.#jobsOf.get(thread)
      if (jobs === undefined) this.#jobsOf.set(thread, new Set([job]))
      else jobs.add(job)
      if (job.isOpening) this.#noteTurn(job.listener?.account ?? '')
    }
    this.#turns.set(thread, this.turnsOf(thread) + 1)
    this.#options.start(job, { thread, seconds: this.#secondsFor(job), isFirst })
  }

  /** Accounts that have not begun a stream for long need no memory of their turn. */
  #noteTurn(account: string): void {
    this.#lastTurns.delete(account)
    this.#lastTurns.set(account, ++this.#turn)
    if (this.#lastTurns.size > MAX_ACCOUNTS) this.#lastTurns.delete(this.#lastTurns.keys().next().value!)
  }

  #secondsFor(job: Work): number {
    const now = this.#options.now()
    const others = this.#needy().filter((listener) => listener !== job.listener)
    return chunkLength({
      cost: this.#costs.of(job.engine),
      threads: this.#options.threads().length,
      dueInMs: job.dueAt === undefined ? undefined : job.dueAt - now,
      isOpening: job.isOpening,
      othersDueInMs: others.map(({ dueAt }) => dueAt - now),
      isHeardLately: others.length > 0 || now - this.#openedAt < HEARD_LATELY_MS,
    })
  }

  #accepted(): readonly AcceptedListener[] {
    const now = this.#options.now()
    return this.#needy().map((listener) => {
      const { account, dueAt, hasHeard, remainingSeconds, pace } = listener
      const cost = this.#costs.of(this.#engineOf.get(listener) ?? '')
      return { account, cost, remainingSeconds, pace, dueInMs: hasHeard ? dueAt - now : undefined }
    })
  }

  /** Listeners that need sound. */
  #needy(): readonly Listener[] {
    const now = this.#options.now()
    const asking = new Set(this.jobs.filter(({ isAsking }) => isAsking).map(({ listener }) => listener))
    return [...this.#listeners].filter((listener) => {
      if (listener.isGone) this.#listeners.delete(listener)
      return !listener.isGone && needsSound({ dueAt: listener.dueAt, isAsking: asking.has(listener) }, now)
    })
  }
}
