import { Worker } from 'node:worker_threads'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import type { SpeechJob } from '../segments/speech-job.ts'
import type { EngineRequest, EngineResponse, EngineThreadData, LoadedEngines } from './engine-messages.ts'

export type EngineThreadHostOptions = {
  readonly entry: URL
  readonly data: EngineThreadData
  /** A thread that has work and says nothing for this long is ended; undefined for engines that watch themselves. */
  readonly silenceTimeoutMs: number | undefined
  /** The thread may be able to take another job. */
  readonly onFree: () => void
  /** The thread died while it had these jobs; `cause` says why, where the thread could. */
  readonly onDeath: (jobs: readonly SpeechJob[], cause: unknown) => void
}

/** An engine leaves what it computes after at most a segment. */
const CLOSE_GRACE_MS = 5000

/** One thread that speaks and, after it dies, its successor. Knows which jobs the thread has. */
export class EngineThreadHost {
  readonly #options: EngineThreadHostOptions
  readonly #jobs = new Map<number, SpeechJob>()
  readonly #measurements = new Map<number, (samples: number | undefined) => void>()
  #ready = Promise.withResolvers<LoadedEngines>()
  #worker: Worker | undefined
  #isClosed = false
  #lastJob = 0
  #isReady = false
  #watchdog: NodeJS.Timeout | undefined
  /** Why the watchdog ended a thread. */
  readonly #hangs = new WeakMap<Worker, Error>()

  constructor(options: EngineThreadHostOptions) {
    this.#options = options
    this.#worker = this.#start()
  }

  /** The engines of the thread, once it has loaded them. Rejects where it cannot. */
  get ready(): Promise<LoadedEngines> {
    return this.#ready.promise
  }

  /** How many jobs it computes a chunk of. */
  get load(): number {
    return [...this.#jobs.values()].filter((job) => job.isComputing).length
  }

  /** Jobs that it has begun. */
  get jobs(): readonly SpeechJob[] {
    return [...this.#jobs.values()]
  }

  /** Jobs that it has begun and whose next chunk is wanted. */
  *waiting(): Generator<SpeechJob> {
    for (const job of this.#jobs.values()) if (job.isWaiting) yield job
  }

  /** Begins a job: makes its first chunk. Its chunks are as short as for a listener if `isShort`. */
  begin(job: SpeechJob, isShort: boolean): void {
    const number = ++this.#lastJob
    this.#jobs.set(number, job)
    this.#worker ??= this.#start()
    job.grant()
    const { engine, segment, pace } = job.request
    this.#post({ kind: 'speak', job: number, engine, segment, pace: isShort ? 'reader' : pace })
  }

  /** Makes the next chunk of a job that it has begun. */
  resume(job: SpeechJob): void {
    job.grant()
    for (const [number, mine] of this.#jobs) if (mine === job) this.#post({ kind: 'next', job: number })
  }

  /** How long a segment will be, in samples; undefined where the engine does not know, or its thread dies. */
  measure(engine: string, segment: Segment): Promise<number | undefined> {
    const number = ++this.#lastJob
    this.#worker ??= this.#start()
    return new Promise((resolve) => {
      this.#measurements.set(number, resolve)
      this.#post({ kind: 'measure', job: number, engine, segment })
    })
  }

  /** Tells the thread that nobody reads this job any more. It counts as load until the thread has left it. */
  abort(job: SpeechJob): void {
    for (const [number, mine] of this.#jobs) if (mine === job) this.#post({ kind: 'abort', job: number })
  }

  /** Ends the thread once its engines have left what they compute. One that takes too long is terminated. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#watchdog)
    const worker = this.#worker
    if (worker === undefined) return
    // Not `once` of node:events, which would reject with an error of the thread.
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    this.#post({ kind: 'close' })
    const impatience = setTimeout(() => void worker.terminate(), CLOSE_GRACE_MS)
    await ended
    clearTimeout(impatience)
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { name: 'engine', workerData: this.#options.data })
    this.#isReady = false
    let cause: unknown
    worker.on('message', (response: EngineResponse) => {
      if (response.kind === 'ready') this.#isReady = true
      this.#receive(response)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      cause ??= this.#hangs.get(worker)
      // A thread that never got ready is not replaced before it is needed, or one that cannot start would spin.
      this.#worker = this.#isReady && !this.#isClosed ? this.#start() : undefined
      this.#ready.reject(new Error('Cannot load the engines: their thread died', { cause }))
      clearTimeout(this.#watchdog)
      const jobs = [...this.#jobs.values()]
      this.#jobs.clear()
      for (const resolve of this.#measurements.values()) resolve(undefined)
      this.#measurements.clear()
      this.#options.onDeath(jobs, cause)
    })
    return worker
  }

  #receive(response: EngineResponse): void {
    if (response.kind === 'ready') {
      this.#ready.resolve(response.loaded)
      this.#watch()
      return
    }
    if (response.kind === 'measured') {
      this.#measurements.get(response.job)?.(response.samples)
      this.#measurements.delete(response.job)
      return
    }
    const job = this.#jobs.get(response.job)
    if ('chunk' in response) job?.add(response.chunk)
    if (response.kind !== 'chunk') this.#jobs.delete(response.job)
    if (response.kind === 'ended' || response.kind === 'lastChunk') job?.end()
    if (response.kind === 'failed') job?.fail(response.error)
    this.#watch()
    this.#options.onFree()
  }

  #post(request: EngineRequest): void {
    this.#worker?.postMessage(request)
    this.#watch()
  }

  /** Called whenever the thread is heard of or gets work: its time to be silent begins again, once it has loaded its engines. */
  #watch(): void {
    const { silenceTimeoutMs } = this.#options
    clearTimeout(this.#watchdog)
    const worker = this.#worker
    if (silenceTimeoutMs === undefined || worker === undefined || !this.#isReady || this.load === 0) return
    this.#watchdog = setTimeout(() => {
      this.#hangs.set(worker, new Error(`It was silent for ${silenceTimeoutMs / 1000} s`))
      void worker.terminate()
    }, silenceTimeoutMs).unref()
  }
}
