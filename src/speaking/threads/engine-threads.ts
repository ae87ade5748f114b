import { ServiceError } from '../../errors.ts'
import type { EngineSpec } from '../../synthesis/engines/create-engine.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { SpeechJob } from '../segments/speech-job.ts'
import { earliestDeadline } from './earliest-deadline.ts'
import type { EngineDescription, LoadedEngines, RefusedPackage } from './engine-messages.ts'
import { EngineThreadHost, type EngineThreadHostOptions } from './engine-thread-host.ts'
import { needsSound } from './needs-sound.ts'

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
  /** Ends the threads; what they still speak rejects. */
  close(): Promise<void>
}

export type EngineThreadsOptions = {
  /** How many; each takes a core while it speaks. */
  readonly threads: number
  /** Every thread loads them all. */
  readonly engines: readonly EngineSpec[]
  /** Calls of `speak` that a thread works at: 1 where engines compute, more where they wait for others. */
  readonly jobsAtOnce?: number
  /**
   * A thread that has work and is silent for this long has hung: it is ended and replaced. `never` for engines that
   * end their waiting themselves.
   */
  readonly silenceTimeoutMs?: number | 'never'
  /** Listeners who need sound at the same time; speech for more is refused. Absent: any number. */
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
  const pool = new EngineThreadPool(options)
  try {
    const { engines, refused } = await pool.ready()
    return {
      engines: new Map(engines.map((description) => [description.name, new ThreadedEngine(description, pool)])),
      refused,
      load: () => pool.load(),
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
  readonly #pool: EngineThreadPool

  constructor(description: EngineDescription, pool: EngineThreadPool) {
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

/** Hands jobs to threads. */
class EngineThreadPool {
  readonly #hosts: readonly EngineThreadHost[]
  /** Jobs that no thread has begun, in the order they came. */
  readonly #waiting = new Set<SpeechJob>()
  readonly #jobsAtOnce: number
  readonly #maxListeners: number
  #isClosed = false

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
    const options: EngineThreadHostOptions = {
      entry,
      data: { engines },
      silenceTimeoutMs: silenceTimeoutMs === 'never' ? undefined : silenceTimeoutMs,
      onFree: () => this.#assign(),
      onDeath: (jobs, cause) => this.#recover(jobs, cause),
    }
    this.#hosts = Array.from({ length: threads }, () => new EngineThreadHost(options))
  }

  /** The engines that every thread has, and each package that some thread refused. */
  async ready(): Promise<LoadedEngines> {
    const loaded = await Promise.all(this.#hosts.map((host) => host.ready))
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

  /** Does not wait for a turn: it takes little, and others wait for what it tells. */
  async measure(engine: string, segment: Segment): Promise<number | undefined> {
    if (this.#isClosed) throw closedError()
    const idlest = this.#hosts.reduce((least, host) => (host.load < least.load ? host : least))
    return await idlest.measure(engine, segment)
  }

  load(): ThreadLoad {
    const busy = this.#hosts.filter((host) => host.load > 0).length
    return { threads: this.#hosts.length, busy, waiting: this.#waiting.size }
  }

  /** Harmless for a job that is over. */
  cancel(job: SpeechJob, reason: unknown): void {
    this.#waiting.delete(job)
    job.fail(reason)
    for (const host of this.#hosts) host.abort(job)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#waiting) job.fail(closedError())
    this.#waiting.clear()
    await Promise.all(this.#hosts.map((host) => host.close()))
  }

  /** Gives each thread that is free the chunk that is due first: of a job that it has begun, or of one that nobody has. */
  #assign(): void {
    for (const host of this.#hosts.toSorted((one, other) => one.jobs.length - other.jobs.length)) {
      while (host.load < this.#jobsAtOnce) {
        const job = earliestDeadline([...host.waiting(), ...this.#waiting])
        if (job === undefined) break
        if (this.#waiting.delete(job)) host.begin(job, this.#hasListeners())
        else host.resume(job)
      }
    }
  }

  #countListeners(): number {
    const now = performance.now()
    const jobs = [...this.#waiting, ...this.#hosts.flatMap((host) => host.jobs)]
    return jobs.filter((job) => !job.isOver && needsSound(job, now)).length
  }

  /** Whether somebody listens, so that chunks should be short: a thread that computes one is taken until it is done. */
  #hasListeners(): boolean {
    return this.#hosts.some(({ jobs }) => jobs.some(({ request }) => request.urgency === 'interactive'))
  }

  #recover(jobs: readonly SpeechJob[], cause: unknown): void {
    for (const job of jobs) {
      if (this.#isClosed) job.fail(closedError())
      else if (job.mayRetry()) this.#waiting.add(job)
      else job.fail(new Error('Cannot speak: the thread of the engine died', { cause }))
    }
    this.#assign()
  }
}

const RETRY_AFTER_SECONDS = 1

/** Those who listen already would hear gaps. */
function tooManyListeners(): ServiceError {
  const message = `Cannot speak now: too many callers are listening; try again in ${RETRY_AFTER_SECONDS} s`
  return new ServiceError('INTERNAL_ERROR', message, {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

function closedError(): Error {
  return new Error('Cannot speak: the threads of the engines are closed')
}
