import { Worker } from 'node:worker_threads'
import type { EngineDescription, EngineRequest, EngineResponse, EngineThreadData } from './engine-messages.ts'
import type { SpeechJob } from './speech-job.ts'

export type EngineThreadHostOptions = {
  readonly entry: URL
  readonly data: EngineThreadData
  /** The thread can take another job. */
  readonly onFree: () => void
  /** The thread died while it had these jobs; `cause` says why, where the thread could. */
  readonly onDeath: (jobs: readonly SpeechJob[], cause: unknown) => void
}

/** One thread that speaks and, after it dies, its successor. Knows which jobs the thread has. */
export class EngineThreadHost {
  readonly #options: EngineThreadHostOptions
  readonly #jobs = new Map<number, SpeechJob>()
  #ready = Promise.withResolvers<readonly EngineDescription[]>()
  #worker: Worker | undefined
  #isClosed = false
  #lastJob = 0

  constructor(options: EngineThreadHostOptions) {
    this.#options = options
    this.#worker = this.#start()
  }

  /** The engines of the thread, once it has loaded them. Rejects where it cannot. */
  get ready(): Promise<readonly EngineDescription[]> {
    return this.#ready.promise
  }

  /** How many jobs it computes. A job that waits for its reader does not count. */
  get load(): number {
    return [...this.#jobs.values()].filter((job) => !job.isStalled).length
  }

  run(job: SpeechJob): void {
    const number = ++this.#lastJob
    this.#jobs.set(number, job)
    job.onTaken = () => this.#post({ kind: 'taken', job: number })
    this.#worker ??= this.#start()
    this.#post({ kind: 'speak', job: number, engine: job.request.engine, segment: job.request.segment })
  }

  /** Tells the thread that nobody reads this job any more. It counts as load until the thread has left it. */
  abort(job: SpeechJob): void {
    for (const [number, mine] of this.#jobs) if (mine === job) this.#post({ kind: 'abort', job: number })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { workerData: this.#options.data })
    let isReady = false
    let cause: unknown
    worker.on('message', (response: EngineResponse) => {
      if (response.kind === 'ready') isReady = true
      this.#receive(response)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      // A thread that never got ready is not replaced before it is needed, or one that cannot start would spin.
      this.#worker = isReady && !this.#isClosed ? this.#start() : undefined
      this.#ready.reject(new Error('Cannot load the engines: their thread died', { cause }))
      const jobs = [...this.#jobs.values()]
      this.#jobs.clear()
      this.#options.onDeath(jobs, cause)
    })
    return worker
  }

  #receive(response: EngineResponse): void {
    if (response.kind === 'ready') {
      this.#ready.resolve(response.engines)
      return
    }
    const job = this.#jobs.get(response.job)
    if (response.kind === 'chunk') job?.add(response.chunk)
    else this.#jobs.delete(response.job)
    if (response.kind === 'ended') job?.end()
    if (response.kind === 'failed') job?.fail(response.error)
    if (this.load === 0) this.#options.onFree()
  }

  #post(request: EngineRequest): void {
    this.#worker?.postMessage(request)
  }
}
