import type { EncodedEnd, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'
import { ownSamples } from '../../audio/samples/own-samples.ts'
import type { EncodedFile, EncoderCalls } from './encoder-messages.ts'
import type { PooledThread } from './pool/pooled-thread.ts'
import { type ThreadHealth, ThreadPool } from './pool/thread-pool.ts'

/**
 * An encoder in another thread. Calls may follow one another without waiting; they are carried out and answered in order.
 * The calls reject if it could not be opened.
 */
export interface ThreadEncoder {
  /** Mono samples in [-1, 1], which are the encoder's from then on. The bytes are the caller's. */
  encode(samples: Float32Array): Promise<Uint8Array>
  /** The last samples of a stream. Gives what `encode` and the tail of `finish` would, in one call. */
  encodeLast(samples: Float32Array): Promise<Uint8Array>
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
  /** Resolves when the threads can be called; rejects if one cannot start. */
  ready(): Promise<void>
  check(): Promise<ThreadHealth>
  /** Ends the threads; calls still open reject. */
  close(): Promise<void>
}

export type EncoderThreadsOptions = {
  /** How many; at least 1. */
  readonly threads: number
  /** A thread that has calls and is silent for this long has hung: it is replaced. */
  readonly silenceTimeoutMs?: number
  /** The module that a thread runs. */
  readonly entry?: URL
}

const ENTRY = new URL('./encoder-thread.ts', import.meta.url)
/** A call encodes seconds of speech and takes milliseconds. */
const SILENCE_TIMEOUT_MS = 60_000

type EncoderThread = PooledThread<EncoderCalls>

/**
 * Starts threads for encoding, so that it never holds up the thread that answers requests. A thread that dies takes
 * its encoders with it (their calls reject) and is replaced.
 */
export function createEncoderThreads({
  threads,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
  entry = ENTRY,
}: EncoderThreadsOptions): EncoderThreads {
  const places = new Map<EncoderThread, Set<number>>()
  const pool = new ThreadPool<EncoderCalls>({
    kind: { name: 'encoder', purpose: 'encode', entry, silenceTimeoutMs },
    threads,
    onDeath: (thread) => places.get(thread)?.clear(),
  })
  for (const thread of pool.threads) places.set(thread, new Set())
  const idlest = (): EncoderThread =>
    pool.usable.reduce((least, each) => (places.get(each)!.size < places.get(least)!.size ? each : least))
  let lastNumber = 0
  const begin = (): EncoderPlace => {
    const thread = idlest()
    thread.assertOpen()
    return new EncoderPlace(++lastNumber, { thread, open: places.get(thread)! })
  }
  return {
    open: (options) => openStream(begin(), options),
    openFiles: (outputs) => openFiles(begin(), outputs),
    async ready() {
      await pool.ready()
    },
    check: () => pool.check(),
    close: () => pool.close(),
  }
}

type PlaceOptions = {
  readonly thread: EncoderThread
  /** The encoders that the thread has open. */
  readonly open: Set<number>
}

/** One encoder in its thread. */
class EncoderPlace {
  readonly encoder: number
  readonly thread: EncoderThread
  readonly #open: Set<number>

  constructor(encoder: number, { thread, open }: PlaceOptions) {
    this.encoder = encoder
    this.thread = thread
    this.#open = open
    open.add(encoder)
  }

  /** The encoder has ended by itself. */
  forget(): void {
    this.#open.delete(this.encoder)
  }

  abandon(): void {
    if (this.#open.delete(this.encoder)) this.thread.tell('abandon', { encoder: this.encoder })
  }
}

function openStream(place: EncoderPlace, options: EncoderOptions): ThreadEncoder {
  const { thread, encoder } = place
  thread.tell('open', { encoder, options })
  return {
    async encode(samples) {
      const own = ownSamples(samples)
      return await thread.ask('encode', { encoder, samples: own }, [own.buffer])
    },
    async encodeLast(samples) {
      const own = ownSamples(samples)
      const bytes = await thread.ask('encodeLast', { encoder, samples: own }, [own.buffer])
      place.forget()
      return bytes
    },
    async finish() {
      const end = await thread.ask('finish', { encoder })
      place.forget()
      return end
    },
    abandon: () => place.abandon(),
  }
}

function openFiles(place: EncoderPlace, outputs: readonly EncoderOptions[]): ThreadFileEncoder {
  const { thread, encoder } = place
  thread.tell('openFiles', { encoder, outputs })
  return {
    add(samples) {
      const own = ownSamples(samples)
      thread.tell('add', { encoder, samples: own }, [own.buffer])
    },
    async finish() {
      const files = await thread.ask('finishFiles', { encoder })
      place.forget()
      return files
    },
    abandon: () => place.abandon(),
  }
}
