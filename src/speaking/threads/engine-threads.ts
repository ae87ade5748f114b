import type { Listener, SpeakOptions, SpeechChunk, SpeechEngine, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import type { Patience } from '../scheduling/admission.ts'
import { SpeechJob } from '../scheduling/speech-job.ts'
import type { EngineDescription, RefusedPackage } from './engine-messages.ts'
import { JobPool, type JobPoolOptions, type ThreadLoad } from './job-pool.ts'
import type { ThreadHealth } from './pool/thread-pool.ts'

export type EngineThreads = {
  /** By name. They share the threads: to close one is to close all. */
  readonly engines: ReadonlyMap<string, SpeechEngine>
  /** Packages that could not be loaded; their engines are not among `engines`. */
  readonly refused: readonly RefusedPackage[]
  load(): ThreadLoad
  /** Seconds until a caller of an account may come again who would be refused now, with whatever engine; undefined if it would not be. */
  refuses(account: string, patience: Patience): number | undefined
  check(): Promise<ThreadHealth>
  /** Ends the threads; what they still speak rejects. */
  close(): Promise<void>
}

/**
 * Starts threads that speak, and waits until they can. They make chunk by chunk, and always the chunk that is due first: its
 * listener is the first to run out of sound. A call stays with the thread that began it. A thread that dies is replaced; a call
 * that it had not yet answered starts over once, others reject.
 */
export async function createEngineThreads(options: JobPoolOptions): Promise<EngineThreads> {
  const pool = new JobPool(options)
  try {
    const { engines, refused } = await pool.ready()
    return {
      engines: new Map(engines.map((description) => [description.name, new ThreadedEngine(description, pool)])),
      refused,
      load: () => pool.load(),
      refuses: (account, patience) => pool.refuses(account, patience),
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
      this.measure = async (segment, { urgency = 'interactive', listener } = {}) =>
        await pool.measure({ engine: this.name, segment, urgency, listener })
    }
  }

  async expect(listener: Listener, signal: AbortSignal): Promise<void> {
    await this.#pool.expect(this.name, listener, signal)
  }

  renders(voice: string) {
    const [, renders] = this.#description.voices.find(([name]) => name === voice) ?? []
    if (renders === undefined)
      throw new Error(`Cannot speak with voice "${voice}": ${this.name} has ${this.voices.join(', ')}`)
    return new Set(renders)
  }

  async *speak(
    segment: Segment,
    { signal, urgency = 'interactive', pace = 'reader', listener, encoding }: SpeakOptions,
  ): AsyncGenerator<SpeechChunk> {
    signal.throwIfAborted()
    if (listener?.hasHeard === false) await this.#pool.expect(this.name, listener, signal)
    const job = new SpeechJob({ engine: this.name, segment, urgency, pace, listener, encoding })
    const leave = (): void => this.#pool.cancel(job, signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      this.#pool.submit(job)
      for (let chunk = await job.take(); chunk !== undefined; chunk = await job.take()) yield chunk
    } finally {
      signal.removeEventListener('abort', leave)
      if (!job.isOver) this.#pool.cancel(job, new Error('The reader has left'))
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
