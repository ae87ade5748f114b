import { Worker } from 'node:worker_threads'
import type { EncodedEnd, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'
import { ownSamples } from '../../audio/samples/own-samples.ts'
import type { EncodedFile, EncoderRequest, EncoderResponse } from './encoder-messages.ts'

/**
 * An encoder in another thread. Calls may follow one another without waiting; they are carried out and answered in order.
 * The calls reject if it could not be opened.
 */
export interface ThreadEncoder {
  /** Mono samples in [-1, 1]; the caller keeps them. The bytes are the caller's. */
  encode(samples: Float32Array): Promise<Uint8Array>
  finish(): Promise<EncodedEnd>
  /** Frees the encoder before its end. Calls still open may reject. Harmless after `finish`. */
  abandon(): void
}

/** Encodes the same samples to several finished files in another thread. The files stay there until they are whole. */
export interface ThreadFileEncoder {
  /** Mono samples in [-1, 1], which are the encoder's from then on. */
  add(samples: Float32Array): void
  /** The files, in the order of the outputs; rejects if any earlier call failed. */
  finish(): Promise<readonly EncodedFile[]>
  /** Frees the encoder before its end. Harmless after `finish`. */
  abandon(): void
}

export interface EncoderThreads {
  /** Opens an encoder in the thread that has the fewest. */
  open(options: EncoderOptions): ThreadEncoder
  /** The same for finished files: at least one, each with `length: 'file'`. */
  openFiles(outputs: readonly EncoderOptions[]): ThreadFileEncoder
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
  const idlest = (): EncoderThread => pool.reduce((least, each) => (each.encoders < least.encoders ? each : least))
  return {
    open: (options) => idlest().open(options),
    openFiles: (outputs) => idlest().openFiles(outputs),
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

/** A request that is answered, without the number of its call. */
type Question = EncoderRequest extends infer Request
  ? Request extends { readonly call: number }
    ? Omit<Request, 'call'>
    : never
  : never

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

  open(options: EncoderOptions): ThreadEncoder {
    const encoder = this.#begin()
    this.#post({ kind: 'open', encoder, options })
    return {
      encode: async (samples) => {
        const response = await this.#ask({ kind: 'encode', encoder, samples: samples.slice() })
        if (response.kind !== 'encoded') throw unexpected(response)
        return response.bytes
      },
      finish: async () => {
        const response = await this.#ask({ kind: 'finish', encoder })
        if (response.kind !== 'finished') throw unexpected(response)
        this.#open.delete(encoder)
        return response.end
      },
      abandon: () => this.#abandon(encoder),
    }
  }

  openFiles(outputs: readonly EncoderOptions[]): ThreadFileEncoder {
    const encoder = this.#begin()
    this.#post({ kind: 'openFiles', encoder, outputs })
    return {
      add: (samples) => this.#post({ kind: 'add', encoder, samples: ownSamples(samples) }),
      finish: async () => {
        const response = await this.#ask({ kind: 'finishFiles', encoder })
        if (response.kind !== 'files') throw unexpected(response)
        this.#open.delete(encoder)
        return response.files
      },
      abandon: () => this.#abandon(encoder),
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #begin(): number {
    if (this.#closed) throw closedError()
    const encoder = ++this.#lastNumber
    this.#open.add(encoder)
    return encoder
  }

  #abandon(encoder: number): void {
    if (this.#open.delete(encoder)) this.#post({ kind: 'abandon', encoder })
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { name: 'encoder' })
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
    if (this.#closed) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(request, 'samples' in request ? [request.samples.buffer] : [])
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
