import { tooManyListeners } from '../../errors.ts'
import type { EngineSpec } from '../../synthesis/engines/create-engine.ts'
import type { Listener } from '../../synthesis/speech-engine.ts'
import { deferRejection } from '../defer-rejection.ts'
import type { Patience, Verdict } from '../scheduling/admission.ts'
import { JobScheduler, type Turn } from '../scheduling/job-scheduler.ts'
import { MeasureJob, type MeasureRequest } from '../scheduling/measure-job.ts'
import type { MadeSpeech } from '../scheduling/speech-costs.ts'
import { SpeechJob } from '../scheduling/speech-job.ts'
import type { EngineCalls, EngineThreadData, LoadedEngines } from './engine-messages.ts'
import type { PooledThread } from './pool/pooled-thread.ts'
import { ThreadDeathError, ThreadsClosedError } from './pool/thread-errors.ts'
import { type ThreadHealth, ThreadPool } from './pool/thread-pool.ts'

/** How much threads have to do. */
export type ThreadLoad = {
  readonly threads: number
  /** Threads that compute. */
  readonly busy: number
  /** Segments that wait for a thread. */
  readonly waiting: number
}

export type JobPoolOptions = {
  /** How many; each takes a core while it speaks. */
  readonly threads: number
  /** Every thread loads them all. */
  readonly engines: readonly EngineSpec[]
  /** Concurrent calls of `speak` per thread: 1 if engines compute, more if they wait for servers. */
  readonly jobsAtOnce?: number
  /**
   * A thread that has work and is silent for this long has hung: it is ended and replaced. `never` for engines that
   * end their waiting themselves.
   */
  readonly silenceTimeoutMs?: number | 'never'
  /** Maximum number of listeners that need sound at the same time; others wait. No limit if absent. */
  readonly maxListeners?: number
  /** How long a listener waits for its first sound at most, in milliseconds; 0 if absent: one that cannot begin at once is refused. */
  readonly patienceMs?: number
  /** The module that a thread runs. */
  readonly entry?: URL
}

const ENTRY = new URL('./engine-thread.ts', import.meta.url)
/** Far above what any engine takes for a segment, also on a machine with more threads than cores. */
const SILENCE_TIMEOUT_MS = 120_000

type EngineThread = PooledThread<EngineCalls>
type EngineJob = SpeechJob | MeasureJob

/** Threads that speak. Hands them jobs as the scheduler says. */
export class JobPool {
  readonly #pool: ThreadPool<EngineCalls>
  readonly #scheduler: JobScheduler<EngineJob, EngineThread>
  /** What the threads call the jobs that they have begun. */
  readonly #numbers = new WeakMap<EngineJob, number>()
  #isClosed = false
  #lastJob = 0

  constructor({
    threads,
    engines,
    jobsAtOnce = 1,
    silenceTimeoutMs = SILENCE_TIMEOUT_MS,
    maxListeners = Number.POSITIVE_INFINITY,
    patienceMs = 0,
    entry = ENTRY,
  }: JobPoolOptions) {
    const kind = {
      name: 'engine',
      purpose: 'speak',
      entry,
      data: { engines } satisfies EngineThreadData,
      silenceTimeoutMs: silenceTimeoutMs === 'never' ? undefined : silenceTimeoutMs,
    }
    this.#pool = new ThreadPool({ kind, threads, onDeath: (thread, cause) => this.#recover(thread, cause) })
    this.#scheduler = new JobScheduler({
      now: () => performance.now(),
      wake: (ms, call) => void setTimeout(call, ms).unref(),
      threads: () => this.#pool.usable,
      jobsAtOnce,
      maxListeners,
      patienceMs,
      start: (job, turn) => void deferRejection(this.#work(job, turn)),
    })
  }

  /** The engines that every thread has, and each package that some thread refused. */
  async ready(): Promise<LoadedEngines> {
    const loaded = (await this.#pool.ready().catch(({ cause }: Error) => {
      throw new Error('Cannot load the engines: their thread died', { cause })
    })) as readonly LoadedEngines[]
    const refused = new Map(loaded.flatMap((thread) => thread.refused.map((one) => [one.name, one] as const)))
    const engines = (loaded[0]?.engines ?? []).filter(({ name }) => !refused.has(name))
    return { engines, refused: [...refused.values()] }
  }

  /** Resolves when a listener may begin. Rejects if that would take longer than its patience, or with the reason of `signal`. */
  async expect(engine: string, listener: Listener, signal?: AbortSignal): Promise<void> {
    if (this.#isClosed) throw closedError()
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const leave = (): void => this.#scheduler.leave(listener)
    signal?.addEventListener('abort', leave, { once: true })
    this.#scheduler.expect(listener, engine, resolve)
    const verdict = await promise
    signal?.removeEventListener('abort', leave)
    // Another call for the same listener may have been the one that left.
    if (verdict === 'left') throw signal?.reason ?? new Error('The listener has left')
    if (this.#isClosed) throw closedError()
    if (verdict !== 'begins') throw tooManyListeners(verdict.retryAfterSeconds)
  }

  submit(job: EngineJob): void {
    if (this.#isClosed) throw closedError()
    if (job instanceof SpeechJob) job.onWaiting = () => this.#scheduler.assign()
    this.#scheduler.submit(job)
  }

  /** Seconds until a caller of an account may come again who would be refused now, with whatever engine; undefined if it would not be. */
  refuses(account: string, patience: Patience): number | undefined {
    return this.#scheduler.refuses(account, patience)
  }

  /** Undefined if the thread dies. */
  async measure(request: MeasureRequest): Promise<number | undefined> {
    const { engine, listener } = request
    if (listener?.hasHeard === false) await this.expect(engine, listener)
    const job = new MeasureJob(request)
    this.submit(job)
    return await job.answer
  }

  load(): ThreadLoad {
    const { threads } = this.#pool
    const busy = threads.filter((thread) => this.#scheduler.turnsOf(thread) > 0).length
    return { threads: threads.length, busy, waiting: this.#scheduler.waiting }
  }

  check(): Promise<ThreadHealth> {
    return this.#pool.check()
  }

  /** Harmless for a job that is over. */
  cancel(job: SpeechJob, reason: unknown): void {
    job.fail(reason)
    const thread = this.#scheduler.remove(job)
    thread?.tell('abort', { job: this.#numbers.get(job)! })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#scheduler.close()
    for (const job of this.#scheduler.jobs) {
      job.fail(closedError())
      this.#scheduler.remove(job)
    }
    await this.#pool.close()
  }

  async #work(job: EngineJob, turn: Turn<EngineThread>): Promise<void> {
    const { thread } = turn
    const { isOpening } = job
    let made: MadeSpeech | undefined
    job.grant()
    try {
      if (job instanceof SpeechJob) made = { kind: isOpening ? 'opening' : 'rest', ...(await this.#speak(job, turn)) }
      else {
        const ms = await this.#measure(job, thread)
        if (isOpening) made = { kind: 'measuring', ms, seconds: 0 }
      }
    } catch (error) {
      // `#recover` decides about the jobs of a thread that died.
      if (!(error instanceof ThreadDeathError)) job.fail(error)
    } finally {
      this.#scheduler.done(job, thread, made)
      if (!this.#isClosed) this.#scheduler.assign()
    }
  }

  /** Returns how many milliseconds it took. */
  async #measure(job: MeasureJob, thread: EngineThread): Promise<number> {
    const beganAt = performance.now()
    const { engine, segment } = job.request
    const isGone = job.listener?.isGone === true
    job.end(isGone ? undefined : await thread.ask('measure', { engine, segment }))
    return performance.now() - beganAt
  }

  async #speak(job: SpeechJob, turn: Turn<EngineThread>): Promise<{ ms: number; seconds: number }> {
    const { chunk, isLast, ms } = await this.#askForChunk(job, turn)
    if (chunk !== undefined) job.add(chunk)
    if (isLast) job.end()
    return { ms, seconds: chunk === undefined ? 0 : chunk.audio.samples.length / chunk.audio.sampleRate }
  }

  #askForChunk(job: SpeechJob, { thread, seconds, isFirst }: Turn<EngineThread>) {
    if (!isFirst) return thread.ask('next', { job: this.#numbers.get(job)!, seconds })
    const number = ++this.#lastJob
    this.#numbers.set(job, number)
    const { engine, segment, pace, encoding } = job.request
    return thread.ask('speak', { job: number, engine, segment, pace, encoding, seconds })
  }

  #recover(thread: EngineThread, cause: unknown): void {
    for (const job of this.#scheduler.take(thread)) {
      if (job instanceof MeasureJob) job.end(undefined)
      else if (job.mayRetry()) this.#scheduler.submit(job)
      else job.fail(new Error('Cannot speak: the engine thread died', { cause }))
    }
    this.#scheduler.assign()
  }
}

function closedError(): Error {
  return new ThreadsClosedError('Cannot speak: the engine threads are closed')
}
