import { ServiceError } from '../../errors.ts'
import type { EngineSpec } from '../../synthesis/engines/create-engine.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { deferRejection } from '../defer-rejection.ts'
import { SpeechJob } from '../segments/speech-job.ts'
import { earliestDeadline } from './earliest-deadline.ts'
import type {
  EngineCalls,
  EngineDescription,
  EngineThreadData,
  LoadedEngines,
  RefusedPackage,
} from './engine-messages.ts'
import { needsSound } from './needs-sound.ts'
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
  readonly measure?: (segment: Segment) => Promise<number | undefined>
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
    if (description.measures) this.measure = (segment) => pool.measure(this.name, segment)
  }

  renders(voice: string) {
    const [, renders] = this.#description.voices.find(([name]) => name === voice) ?? []
    if (renders === undefined)
      throw new Error(`Cannot speak with voice "${voice}": ${this.name} has ${this.voices.join(', ')}`)
    return new Set(renders)
  }

  async *speak(
    segment: Segment,
    { signal, urgency = 'interactive', pace = 'reader', dueAt, isOpening = false }: SpeakOptions,
  ): AsyncGenerator<SpeechChunk> {
    signal.throwIfAborted()
    const job = new SpeechJob({ engine: this.name, segment, urgency, pace, dueAt, isOpening })
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

/** A job that a thread has begun, and stays with. `job` is its number there. */
type Begun = { readonly thread: EngineThread; readonly job: number }

/** Hands jobs to threads. */
class JobPool {
  readonly #pool: ThreadPool<EngineCalls>
  /** Jobs that no thread has begun, in the order they came. */
  readonly #waiting = new Set<SpeechJob>()
  readonly #begun = new Map<SpeechJob, Begun>()
  /** How many chunks each thread makes. */
  readonly #load = new Map<EngineThread, number>()
  readonly #jobsAtOnce: number
  readonly #maxListeners: number
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
    this.#jobsAtOnce = jobsAtOnce
    this.#maxListeners = maxListeners
    const kind = {
      name: 'engine',
      purpose: 'speak',
      entry,
      data: { engines } satisfies EngineThreadData,
      silenceTimeoutMs: silenceTimeoutMs === 'never' ? undefined : silenceTimeoutMs,
    }
    this.#pool = new ThreadPool({ kind, threads, onDeath: (thread, cause) => this.#recover(thread, cause) })
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

  submit(job: SpeechJob): void {
    if (this.#isClosed) throw closedError()
    if (job.request.isOpening === true && this.#countListeners() >= this.#maxListeners) throw tooManyListeners()
    job.onWaiting = () => this.#assign()
    this.#waiting.add(job)
    this.#assign()
  }

  /** Skips the queue: measuring is quick, and other work waits for the result. Undefined if the thread dies. */
  async measure(engine: string, segment: Segment): Promise<number | undefined> {
    if (this.#isClosed) throw closedError()
    const idlest = this.#pool.usable.reduce((least, each) => (this.#loadOf(each) < this.#loadOf(least) ? each : least))
    return await idlest.ask('measure', { engine, segment }).catch(() => undefined)
  }

  load(): ThreadLoad {
    const { threads } = this.#pool
    const busy = threads.filter((thread) => this.#loadOf(thread) > 0).length
    return { threads: threads.length, busy, waiting: this.#waiting.size }
  }

  check(): Promise<ThreadHealth> {
    return this.#pool.check()
  }

  /** Harmless for a job that is over. */
  cancel(job: SpeechJob, reason: unknown): void {
    this.#waiting.delete(job)
    job.fail(reason)
    const begun = this.#begun.get(job)
    this.#begun.delete(job)
    begun?.thread.tell('abort', { job: begun.job })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of [...this.#waiting, ...this.#begun.keys()]) job.fail(closedError())
    this.#waiting.clear()
    this.#begun.clear()
    await this.#pool.close()
  }

  #loadOf(thread: EngineThread): number {
    return this.#load.get(thread) ?? 0
  }

  /** Gives each thread that is free the chunk that is due first: of a job that it has begun, or of one that nobody has. */
  #assign(): void {
    const jobsOf = (thread: EngineThread): SpeechJob[] =>
      [...this.#begun].flatMap(([job, begun]) => (begun.thread === thread ? [job] : []))
    for (const thread of this.#pool.usable.toSorted((one, other) => jobsOf(one).length - jobsOf(other).length)) {
      while (this.#loadOf(thread) < this.#jobsAtOnce) {
        const begun = jobsOf(thread).filter(({ isWaiting }) => isWaiting)
        const job = earliestDeadline([...begun, ...this.#waiting])
        if (job === undefined) break
        void deferRejection(this.#makeChunk(job, thread))
      }
    }
  }

  async #makeChunk(job: SpeechJob, thread: EngineThread): Promise<void> {
    job.grant()
    this.#load.set(thread, this.#loadOf(thread) + 1)
    try {
      const { chunk, isLast } = await this.#callFor(job, thread)
      if (chunk !== undefined) job.add(chunk)
      if (isLast) this.#end(job)
    } catch (error) {
      // `#recover` decides about the jobs of a thread that died.
      if (!(error instanceof ThreadDeathError)) this.#end(job, { error })
    } finally {
      this.#load.set(thread, this.#loadOf(thread) - 1)
      if (!this.#isClosed) this.#assign()
    }
  }

  #callFor(job: SpeechJob, thread: EngineThread) {
    const begun = this.#begun.get(job)
    if (begun !== undefined) return thread.ask('next', { job: begun.job })
    const { engine, segment, pace } = job.request
    const number = ++this.#lastJob
    this.#waiting.delete(job)
    // Short chunks while somebody listens: a thread that computes one is taken until it is done.
    const call = { job: number, engine, segment, pace: this.#hasListeners() ? 'reader' : pace }
    this.#begun.set(job, { thread, job: number })
    return thread.ask('speak', call)
  }

  #end(job: SpeechJob, failure?: { readonly error: unknown }): void {
    this.#begun.delete(job)
    if (failure === undefined) job.end()
    else job.fail(failure.error)
  }

  #countListeners(): number {
    const now = performance.now()
    const jobs = [...this.#waiting, ...this.#begun.keys()]
    return jobs.filter((job) => !job.isOver && needsSound(job, now)).length
  }

  #hasListeners(): boolean {
    return [...this.#begun.keys()].some(({ request }) => request.urgency === 'interactive')
  }

  #recover(dead: EngineThread, cause: unknown): void {
    for (const [job, { thread }] of this.#begun) {
      if (thread !== dead) continue
      this.#begun.delete(job)
      if (job.mayRetry()) this.#waiting.add(job)
      else job.fail(new Error('Cannot speak: the engine thread died', { cause }))
    }
    this.#assign()
  }
}

const RETRY_AFTER_SECONDS = 1

/** One more listener would cause gaps for the current ones. */
function tooManyListeners(): ServiceError {
  const message = `Cannot speak now: too many callers are listening; try again in ${RETRY_AFTER_SECONDS} s`
  return new ServiceError('INTERNAL_ERROR', message, {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

function closedError(): Error {
  return new ThreadsClosedError('Cannot speak: the engine threads are closed')
}
