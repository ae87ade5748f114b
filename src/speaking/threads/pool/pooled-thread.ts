import { Worker } from 'node:worker_threads'
import '../../../synthesis/engines/onnx/disable-telemetry.ts'
import { deferRejection } from '../../defer-rejection.ts'
import { GRACE_MS, retireWorker } from './retire-worker.ts'
import {
  type InputOf,
  type OutputOf,
  PING,
  type ThreadCalls,
  type ThreadRequest,
  type ThreadResponse,
} from './thread-calls.ts'
import { ThreadDeathError, ThreadsClosedError } from './thread-errors.ts'

/** What all threads of a pool have in common. */
export type ThreadKind = {
  /** Of the thread in the system, and in errors. */
  readonly name: string
  /** What errors say cannot be done: `speak`. */
  readonly purpose: string
  /** The module that a thread runs. */
  readonly entry: URL
  readonly data?: unknown
  /** A thread that has calls and says nothing for this long has hung; undefined for threads whose calls end by themselves. */
  readonly silenceTimeoutMs: number | undefined
}

/** `starting`: it loads what it needs, or will when it is called. `silent`: it has calls, and has said nothing for a while. */
export type ThreadState = 'starting' | 'answering' | 'silent'

type PendingCall = { readonly resolve: (output: unknown) => void; readonly reject: (error: unknown) => void }

/** A thread that says nothing for this long, though it has calls, may have hung. */
const SILENT_AFTER_MS = 10_000
/** Between attempts to start a thread that does not get ready: this, then twice as long each time. */
const RESTART_MS = 500
const MAX_RESTART_MS = 30_000

/**
 * One thread and, after it dies or hangs, its successor. Calls are made in order. Those that are open when the thread dies reject with
 * a ThreadDeathError.
 */
export class PooledThread<Calls extends ThreadCalls> {
  readonly #kind: ThreadKind
  readonly #onDeath: (cause: unknown) => void
  readonly #pending = new Map<number, PendingCall>()
  #ready = Promise.withResolvers<unknown>()
  #worker: Worker | undefined
  #isReady = false
  #isClosed = false
  #lastCall = 0
  #heardAt = performance.now()
  #watchdog: NodeJS.Timeout | undefined
  #restart: NodeJS.Timeout | undefined
  #failedStarts = 0
  #ping: Promise<unknown> | undefined

  constructor(kind: ThreadKind, onDeath: (cause: unknown) => void) {
    this.#kind = kind
    this.#onDeath = onDeath
    this.#start()
  }

  /** Resolves to what the first thread said when it could be called; rejects if it could not start. */
  get ready(): Promise<unknown> {
    return this.#ready.promise
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get state(): ThreadState {
    if (!this.#isReady) return 'starting'
    return this.#pending.size > 0 && performance.now() - this.#heardAt > SILENT_AFTER_MS ? 'silent' : 'answering'
  }

  /** Throws if the threads are closed. */
  assertOpen(): void {
    if (this.#isClosed) throw this.#closedError()
  }

  /** Calls the thread; `buffers` move to it. */
  async ask<Name extends keyof Calls & string>(
    name: Name,
    input: InputOf<Calls, Name>,
    buffers?: readonly ArrayBuffer[],
  ): Promise<OutputOf<Calls, Name>> {
    return (await this.#call((call) => ({ name, input, call }), buffers)) as OutputOf<Calls, Name>
  }

  /** Calls the thread without waiting for an answer; `buffers` move to it. Does nothing if the threads are closed. */
  tell<Name extends keyof Calls & string>(
    name: Name,
    input: InputOf<Calls, Name>,
    buffers: readonly ArrayBuffer[] = [],
  ): void {
    if (!this.#isClosed) this.#start().postMessage({ name, input } satisfies ThreadRequest, [...buffers])
  }

  /** Resolves when the thread looks at its messages. Rejects if it dies before that. */
  async ping(): Promise<void> {
    this.#ping ??= deferRejection(
      this.#call((call) => ({ name: PING, call })).finally(() => {
        this.#ping = undefined
      }),
    )
    await this.#ping
  }

  /** Ends the thread; calls still open reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#watchdog)
    clearTimeout(this.#restart)
    this.#rejectAll(this.#closedError())
    if (this.#worker !== undefined) await retireWorker(this.#worker)
  }

  async #call(request: (call: number) => ThreadRequest, buffers: readonly ArrayBuffer[] = []): Promise<unknown> {
    this.assertOpen()
    const worker = this.#start()
    const call = ++this.#lastCall
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#pending.size === 0) this.#heardAt = performance.now()
    this.#pending.set(call, { resolve, reject })
    worker.postMessage(request(call), [...buffers])
    this.#watch()
    return await promise
  }

  /** The running thread, or a new one. */
  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker
    clearTimeout(this.#restart)
    const { name, entry, data } = this.#kind
    const worker = new Worker(entry, { name, workerData: data })
    this.#worker = worker
    worker.on('message', (response: ThreadResponse) => {
      if (worker === this.#worker) this.#receive(response)
    })
    // A thread that fails also exits; its error says why.
    let cause: unknown
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (worker === this.#worker) this.#bury(cause)
    })
    return worker
  }

  #receive(response: ThreadResponse): void {
    this.#heardAt = performance.now()
    if ('ready' in response) {
      this.#isReady = true
      this.#failedStarts = 0
      this.#ready.resolve(response.ready)
    } else {
      const pending = this.#pending.get(response.call)
      this.#pending.delete(response.call)
      if ('error' in response) pending?.reject(response.error)
      else pending?.resolve(response.output)
    }
    this.#watch()
  }

  /** The thread is gone. Its successor starts at once, or later if it never got ready. */
  #bury(cause: unknown): void {
    const wasReady = this.#isReady
    this.#worker = undefined
    this.#isReady = false
    clearTimeout(this.#watchdog)
    const death = new ThreadDeathError(`Cannot ${this.#kind.purpose}: the ${this.#kind.name} thread died`, { cause })
    void deferRejection(this.#ready.promise)
    this.#ready.reject(death)
    this.#rejectAll(this.#isClosed ? this.#closedError() : death)
    if (this.#isClosed) return
    if (wasReady) this.#start()
    else this.#startLater()
    this.#onDeath(cause)
  }

  #startLater(): void {
    const delayMs = Math.min(RESTART_MS * 2 ** this.#failedStarts++, MAX_RESTART_MS)
    this.#restart = setTimeout(() => this.#start(), delayMs).unref()
  }

  /** Called whenever the thread is called or heard: watches for the moment when it has been silent for too long. */
  #watch(): void {
    const { silenceTimeoutMs } = this.#kind
    clearTimeout(this.#watchdog)
    const worker = this.#worker
    if (silenceTimeoutMs === undefined || worker === undefined || !this.#isReady || this.#pending.size === 0) return
    const leftMs = this.#heardAt + silenceTimeoutMs - performance.now()
    this.#watchdog = setTimeout(() => {
      void deferRejection(retireWorker(worker, { graceMs: Math.min(silenceTimeoutMs, GRACE_MS), hasHung: true }))
      this.#bury(new Error(`It was silent for ${silenceTimeoutMs / 1000} s`))
    }, leftMs).unref()
  }

  #rejectAll(error: Error): void {
    const calls = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of calls) reject(error)
  }

  #closedError(): Error {
    return new ThreadsClosedError(`Cannot ${this.#kind.purpose}: the ${this.#kind.name} threads are closed`)
  }
}
