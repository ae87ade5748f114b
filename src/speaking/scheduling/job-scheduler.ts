import type { Listener } from '../../synthesis/speech-engine.ts'
import { Admission, type AdmissionOptions, type Patience, type Verdict } from './admission.ts'
import { chunkLength, MAX_MARGIN_MS, marginMs } from './chunk-length.ts'
import { type Deadline, earliestDeadline } from './earliest-deadline.ts'
import { type MadeSpeech, SpeechCosts } from './speech-costs.ts'
import { AccountTurns } from './waiting-line.ts'

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

export type JobSchedulerOptions<Work extends Job, Thread> = Pick<
  AdmissionOptions,
  'now' | 'wake' | 'maxListeners' | 'patienceMs'
> & {
  /** Threads that work can be given to. */
  readonly threads: () => readonly Thread[]
  /** Jobs that a thread works at together. */
  readonly jobsAtOnce: number
  /** Gives a thread its turn at a job. `done` follows. */
  readonly start: (job: Work, turn: Turn<Thread>) => void
}

/** `seconds` of speech, if the engine can choose. `isFirst`: no thread has begun the job. */
export type Turn<Thread> = { readonly thread: Thread; readonly seconds: number; readonly isFirst: boolean }

/** Chunks are kept short for so long after somebody began to listen, as others may follow. */
const HEARD_LATELY_MS = 10_000

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
  /** When each account's streams last began. */
  readonly #openings = new AccountTurns()
  readonly #costs = new SpeechCosts()
  readonly #admission: Admission
  #openedAt = Number.NEGATIVE_INFINITY

  constructor(options: JobSchedulerOptions<Work, Thread>) {
    this.#options = options
    const { now, wake, maxListeners, patienceMs } = options
    this.#admission = new Admission({
      now,
      wake,
      maxListeners,
      patienceMs,
      costs: this.#costs,
      places: () => options.threads().length * options.jobsAtOnce,
      asking: () => new Set(this.jobs.filter(({ isAsking }) => isAsking).map(({ listener }) => listener)),
    })
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

  /** Asks for a place among the listeners, which are all served in time. `settle` is called once, perhaps before this returns. */
  expect(listener: Listener, engine: string, settle: (verdict: Verdict) => void): void {
    this.#admission.expect(listener, engine, (verdict) => {
      if (verdict === 'begins') this.#noteListener(listener)
      settle(verdict)
    })
  }

  /** Seconds until a caller of an account may come again who would be refused now, with whatever engine; undefined if it would not be. */
  refuses(account: string, patience: Patience): number | undefined {
    return this.#admission.refuses(account, patience)
  }

  /** A listener that waits for its place will not begin. */
  leave(listener: Listener): void {
    this.#admission.leave(listener)
  }

  /** Refuses all listeners that wait for a place. */
  close(): void {
    this.#admission.close()
  }

  submit(job: Work): void {
    if (job.listener !== undefined) {
      this.#admission.accept(job.listener, job.engine)
      this.#noteListener(job.listener)
    }
    this.#waiting.add(job)
    this.assign()
  }

  #noteListener({ hasHeard }: Listener): void {
    if (!hasHeard) this.#openedAt = this.#options.now()
  }

  /** A turn is over. `made` is what it took, if it made speech. */
  done(job: Work, thread: Thread, made?: MadeSpeech): void {
    if (made !== undefined) this.#costs.note(job.engine, made)
    if (job.isOver) this.remove(job)
    this.#turns.set(thread, this.turnsOf(thread) - 1)
    this.#admission.review()
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

  /**
   * What is due first. While all listeners need more than there is, accounts that need more than their share go after the others that are
   * due soon.
   */
  #next(thread: Thread): Work | undefined {
    const begun = [...(this.#jobsOf.get(thread) ?? [])].filter(({ isWaiting }) => isWaiting)
    const unheard = [...this.#waiting].filter(({ isOpening }) => !isOpening)
    const greedy = this.#admission.greedy()
    const candidates = [...begun, ...unheard].map((job) => {
      return { job, submittedAt: job.submittedAt, dueAt: job.dueAt }
    })
    const all = [...this.#opening(greedy), ...candidates]
    if (greedy.size === 0) return earliestDeadline(all)?.job
    const soon = this.#options.now() + MAX_MARGIN_MS
    const modest = all.filter(({ job: { listener }, dueAt = Number.POSITIVE_INFINITY }) => {
      return dueAt <= soon && listener !== undefined && !greedy.has(listener.account)
    })
    return (earliestDeadline(modest) ?? earliestDeadline(all))?.job
  }

  /**
   * The stream that begins next. Accounts take turns, those that need more than their share last. It is due when the first waiting stream is, but
   * never before listeners that are about to run out of sound.
   */
  #opening(greedy: ReadonlySet<string>): readonly (Deadline & { readonly job: Work })[] {
    const openings = [...this.#waiting].filter(({ isOpening }) => isOpening)
    const [first] = openings
    if (first === undefined) return []
    const modest = openings.filter(({ listener }) => listener !== undefined && !greedy.has(listener.account))
    const lastTurn = (job: Work): number => this.#openings.lastOf(job.listener?.account ?? '')
    const job = (modest.length > 0 ? modest : openings).reduce((chosen, one) =>
      lastTurn(one) < lastTurn(chosen) ? one : chosen,
    )
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
      if (job.isOpening) this.#openings.note(job.listener?.account ?? '')
    }
    this.#turns.set(thread, this.turnsOf(thread) + 1)
    this.#options.start(job, { thread, seconds: this.#secondsFor(job), isFirst })
  }

  #secondsFor(job: Work): number {
    const now = this.#options.now()
    const others = this.#admission.needy().filter((listener) => listener !== job.listener)
    return chunkLength({
      cost: this.#costs.of(job.engine),
      threads: this.#options.threads().length,
      dueInMs: job.dueAt === undefined ? undefined : job.dueAt - now,
      isOpening: job.isOpening,
      othersDueInMs: others.map(({ dueAt }) => dueAt - now),
      isHeardLately: others.length > 0 || now - this.#openedAt < HEARD_LATELY_MS,
    })
  }
}
