import { ServiceError } from '../../errors.ts'
import type { EngineSpec } from '../../synthesis/engines/create-engine.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { deferRejection } from '../defer-rejection.ts'
import { JobScheduler, type Turn } from '../scheduling/job-scheduler.ts'
import { MeasureJob, type MeasureRequest } from '../scheduling/measure-job.ts'
import type { MadeSpeech } from '../scheduling/speech-costs.ts'
import { SpeechJob } from '../scheduling/speech-job.ts'
import type {
  EngineCalls,
  EngineDescription,
  EngineThreadData,
  LoadedEngines,
  RefusedPackage,
} from './engine-messages.ts'
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

export type EngineThreads = {
  /** By name. They share the threads: to close one is to close all. */
  readonly engines: ReadonlyMap<string, SpeechEngine>
  /** Packages that could not be loaded; their engines are not among `engines`. */
  readonly refused: readonly RefusedPackage[]
  load(): ThreadLoad
  check(): Promise<ThreadHealth>
  /** Ends the threads; what they still speak rejects. */
  close(): Promise<void>
}

export type EngineThreadsOptions = {
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
  /** Maximum number of listeners that need sound at the same time; speech for more is refused. No limit if absent. */
  readonly maxListeners?: number
  /** The module that a thread runs. */
  readonly entry?: URL
}

const ENTRY = new URL('./engine-thread.ts', import.meta.url)
/** Far above what any engine takes for a segment, also on a machine with more threads than cores. */
const SILENCE_TIMEOUT_MS = 120_000

/**
 * Starts threads that speak, and waits until they can. They make chunk by chunk, and always the chunk that is due first: its
 * listener is the first to run out of sound. A call stays with the thread that began it. A thread that dies is replaced; a call
 * that it had not yet answered starts over once, others reject.
 */
export async function createEngineThreads(options: EngineThreadsOptions): Promise<EngineThreads> {
  const pool = new JobPool(options)
  try {
    const { engines, refused } = await pool.ready()
    return {
      engines: new Map(engines.map((description) => [description.name, new ThreadedEngine(description, pool)])),
      refused,
      load: () => pool.load(),
      check: () => pool.check(),
      close: () => pool.close(),
    }
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** An engine whose work is done in the threads of a pool. */
class ThreadedEngine implements SpeechEngine {
  readonly name: string
  readonly version: string
  readonly sampleRate: number
  readonly timing: TimingQuality
  readonly voices: readonly string[]
  readonly measure?: NonNullable<SpeechEngine['measure']>
  readonly #description: EngineDescription
  readonly #pool: JobPool

  constructor(description: EngineDescription, pool: JobPool) {
    this.name = description.name
    this.version = description.version
    this.sampleRate = description.sampleRate
    this.timing = description.timing
    this.voices = description.voices.map(([voice]) => voice)
    this.#description = description
    this.#pool = pool
    if (description.measures) {
      this.measure = (segment, { urgency = 'interactive' } = {}) =>
        pool.measure({ engine: this.name, segment, urgency })
    }
  }

  renders(voice: string) {
    const [, renders] = this.#description.voices.find(([name]) => name === voice) ?? []
    if (renders === undefined)
      throw new Error(`Cannot speak with voice "${voice}": ${this.name} has ${this.voices.join(', ')}`)
    return new Set(renders)
  }

  async *speak(
    segment: Segment,
    { signal, urgency = 'interactive', pace = 'reader', listener }: SpeakOptions,
  ): AsyncGenerator<SpeechChunk> {
    signal.throwIfAborted()
    const job = new SpeechJob({ engine: this.name, segment, urgency, pace, listener })
    const leave = (): void => this.#pool.cancel(job, signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      this.#pool.submit(job)
      for (let chunk = await job.take(); chunk !== undefined; chunk = await job.take()) yield chunk
    } finally {
      signal.removeEventListener('abort', leave)
      this.#pool.cancel(job, new Error('The reader has left'))
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

type EngineThread = PooledThread<EngineCalls>
type EngineJob = SpeechJob | MeasureJob

/** Hands jobs to threads, as the scheduler says. */
class JobPool {
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
    entry = ENTRY,
  }: EngineThreadsOptions) {
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
      threads: () => this.#pool.usable,
      jobsAtOnce,
      maxListeners,
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

  submit(job: EngineJob): void {
    if (this.#isClosed) throw closedError()
    const forecast = this.#scheduler.admits(job)
    if (!forecast.isFeasible) throw tooManyListeners(forecast)
    if (job instanceof SpeechJob) job.onWaiting = () => this.#scheduler.assign()
    this.#scheduler.submit(job)
  }

  /** Undefined if the thread dies. */
  async measure(request: MeasureRequest): Promise<number | undefined> {
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
      if (job instanceof MeasureJob) job.end(await thread.ask('measure', job.request))
      else made = { ...(await this.#speak(job, turn)), isOpening }
    } catch (error) {
      // `#recover` decides about the jobs of a thread that died.
      if (!(error instanceof ThreadDeathError)) job.fail(error)
    } finally {
      this.#scheduler.done(job, thread, made)
      if (!this.#isClosed) this.#scheduler.assign()
    }
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
    const { engine, segment, pace } = job.request
    return thread.ask('speak', { job: number, engine, segment, pace, seconds })
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

/** One more listener would cause gaps for the current ones, or wait long. */
function tooManyListeners({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): ServiceError {
  const message = `Cannot speak now: too many callers are listening; try again in ${retryAfterSeconds} s`
  return new ServiceError('INTERNAL_ERROR', message, {
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

function closedError(): Error {
  return new ThreadsClosedError('Cannot speak: the engine threads are closed')
}
