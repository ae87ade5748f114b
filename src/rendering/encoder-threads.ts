import { Worker } from 'node:worker_threads'
import type { EncodedEnd, EncoderOptions } from '../audio/encoding/audio-encoder.ts'
import type { EncoderRequest, EncoderResponse } from './encoder-messages.ts'

/** An encoder in another thread. Calls may follow one another without waiting; they are carried out and answered in order. */
export interface ThreadEncoder {
  /** Mono samples in [-1, 1]; the caller keeps them. The bytes are the caller's. */
  encode(samples: Float32Array): Promise<Uint8Array>
  finish(): Promise<EncodedEnd>
  /** Frees the encoder before its end. Calls still open may reject. Harmless after `finish`. */
  abandon(): void
}

export interface EncoderThreads {
  /** Opens an encoder in the thread that has the fewest. */
  open(options: EncoderOptions): Promise<ThreadEncoder>
  /** Ends the threads; calls still open reject. */
  close(): Promise<void>
}

export type EncoderThreadsOptions = {
  /** How many; at least 1. */
  readonly threads: number
  /** The module that a thread runs. */
  readonly entry?: URL
}

/**
 * Starts threads for encoding, so that it never holds up the thread that answers requests. A thread that dies takes
 * its encoders with it (their calls reject) and is replaced.
 */
export function createEncoderThreads({ threads, entry = ENTRY }: EncoderThreadsOptions): EncoderThreads {
  const pool = Array.from({ length: threads }, () => new EncoderThread(entry))
  return {
    async open(options) {
      const thread = pool.reduce((least, each) => (each.encoders < least.encoders ? each : least))
      return thread.open(options)
    },
    async close() {
      await Promise.all(pool.map((thread) => thread.close()))
    },
  }
}

const ENTRY = new URL('./encoder-thread.ts', import.meta.url)

type PendingCall = {
  readonly resolve: (response: EncoderResponse) => void
  readonly reject: (reason: unknown) => void
}

/** A request without the number of its call. */
type Question = EncoderRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'call'> : never) : never

/** One thread and, after it dies, its successor. */
class EncoderThread {
  readonly #entry: URL
  readonly #pending = new Map<number, PendingCall>()
  readonly #open = new Set<number>()
  #worker: Worker | undefined
  #closed = false
  #lastNumber = 0

  constructor(entry: URL) {
    this.#entry = entry
    this.#worker = this.#start()
  }

  get encoders(): number {
    return this.#open.size
  }

  async open(options: EncoderOptions): Promise<ThreadEncoder> {
    const encoder = ++this.#lastNumber
    this.#open.add(encoder)
    const forget = (): void => void this.#open.delete(encoder)
    await this.#ask({ kind: 'open', encoder, options }).catch((error: unknown) => {
      forget()
      throw error
    })
    return {
      encode: async (samples) => {
        const response = await this.#ask({ kind: 'encode', encoder, samples: samples.slice() })
        if (response.kind !== 'encoded') throw unexpected(response)
        return response.bytes
      },
      finish: async () => {
        const response = await this.#ask({ kind: 'finish', encoder }).finally(forget)
        if (response.kind !== 'finished') throw unexpected(response)
        return response.end
      },
      abandon: () => {
        if (this.#open.has(encoder)) this.#post({ call: 0, kind: 'abandon', encoder })
        forget()
      },
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#entry)
    worker.on('message', (response: EncoderResponse) => this.#settle(response))
    // A thread that fails also exits; its error says why.
    let reason: unknown
    worker.on('error', (error) => {
      reason = error
    })
    worker.on('exit', () => {
      // The successor starts with the next call, so that a thread that cannot start does not spin.
      this.#worker = undefined
      this.#rejectAll(
        this.#closed ? closedError() : new Error('Cannot encode: the encoder thread died', { cause: reason }),
      )
    })
    return worker
  }

  async #ask(question: Question): Promise<EncoderResponse> {
    if (this.#closed) throw closedError()
    const call = ++this.#lastNumber
    const { promise, resolve, reject } = Promise.withResolvers<EncoderResponse>()
    this.#pending.set(call, { resolve, reject })
    this.#post({ ...question, call })
    return promise
  }

  #post(request: EncoderRequest): void {
    this.#worker ??= this.#start()
    this.#worker.postMessage(request, request.kind === 'encode' ? [request.samples.buffer] : [])
  }

  #settle(response: EncoderResponse): void {
    const call = this.#pending.get(response.call)
    this.#pending.delete(response.call)
    if (response.kind === 'failed') call?.reject(response.error)
    else call?.resolve(response)
  }

  #rejectAll(reason: Error): void {
    const calls = [...this.#pending.values()]
    this.#pending.clear()
    this.#open.clear()
    for (const { reject } of calls) reject(reason)
  }
}

function closedError(): Error {
  return new Error('Cannot encode: the encoder threads are closed')
}

function unexpected(response: EncoderResponse): Error {
  return new Error(`Cannot encode: the encoder thread answered "${response.kind}"`)
}
