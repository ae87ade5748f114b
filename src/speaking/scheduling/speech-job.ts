import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { Listener, Pace, SpeechChunk, Urgency } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'

export type SpeechRequest = {
  readonly engine: string
  readonly segment: Segment
  readonly urgency: Urgency
  readonly pace: Pace
  readonly listener?: Listener | undefined
  /** As in SpeakOptions. */
  readonly encoding?: OutputFormat | undefined
}

export type SpeechJobOptions = {
  /** Milliseconds. */
  readonly now?: () => number
}

/** One call of `speak`: the chunks that have come and not been taken, how it ended, and whether it wants to be served. */
export class SpeechJob {
  readonly request: SpeechRequest
  readonly submittedAt: number
  /** Called when the job wants to be served. */
  onWaiting: () => void = () => {}
  #chunks: SpeechChunk[] = []
  #outcome: { readonly error?: unknown } | undefined
  #change = Promise.withResolvers<void>()
  /** Numbers of chunks that were requested from a thread, that have come, and that the reader has asked for. */
  #granted = 0
  #delivered = 0
  #asked = 0
  #hasBeenRetried = false
  readonly #now: () => number
  #askedAt: number

  constructor(request: SpeechRequest, { now = () => performance.now() }: SpeechJobOptions = {}) {
    this.request = request
    this.#now = now
    this.submittedAt = now()
    this.#askedAt = this.submittedAt
  }

  /**
   * When its listener runs out of sound; undefined if nobody listens. A listener that asks after it has heard all is due when it asks, so
   * that slow readers do not go before others.
   */
  get dueAt(): number | undefined {
    const { listener, urgency } = this.request
    if (listener?.hasHeard === true) return Math.max(listener.dueAt, this.#askedAt)
    return urgency === 'interactive' ? this.submittedAt : undefined
  }

  get listener(): Listener | undefined {
    return this.request.listener
  }

  get engine(): string {
    return this.request.engine
  }

  /** The listener has heard nothing yet. */
  get isOpening(): boolean {
    return this.request.listener?.hasHeard === false
  }

  /** A thread makes a chunk of it. */
  get isComputing(): boolean {
    return this.#granted > this.#delivered
  }

  /** No thread makes a chunk of it, and one should. The first chunk is made before the reader asks for it. */
  get isWaiting(): boolean {
    if (this.isComputing || this.isOver) return false
    return this.#granted === 0 || this.request.pace === 'engine' || this.#asked > this.#granted
  }

  /** The next chunk is wanted, or being made. */
  get isAsking(): boolean {
    return this.isComputing || this.isWaiting
  }

  /** Counts a chunk that was requested from a thread. */
  grant(): void {
    this.#granted++
  }

  get isOver(): boolean {
    return this.#outcome !== undefined
  }

  add(chunk: SpeechChunk): void {
    this.#delivered++
    if (this.isOver) return
    this.#chunks.push(chunk)
    this.#announce()
  }

  end(): void {
    this.#outcome ??= {}
    this.#announce()
  }

  /** The reader gets this error with its next `take`, or at once if it is waiting. Chunks that it has not taken are dropped. */
  fail(error: unknown): void {
    if (this.#outcome !== undefined && 'error' in this.#outcome) return
    this.#outcome = { error }
    this.#chunks = []
    this.#announce()
  }

  /** Whether the job may start over after its thread has died: once, and only if no sound of it is out. */
  mayRetry(): boolean {
    const may = this.#delivered === 0 && !this.#hasBeenRetried && !this.isOver
    this.#hasBeenRetried = true
    this.#granted = 0
    return may
  }

  /** The next chunk, or undefined at the end. For one reader, that waits for each answer. */
  async take(): Promise<SpeechChunk | undefined> {
    const wasWaiting = this.isWaiting
    this.#asked++
    this.#askedAt = this.#now()
    if (!wasWaiting && this.isWaiting) this.onWaiting()
    while (this.#chunks.length === 0 && this.#outcome === undefined) await this.#change.promise
    if (this.#outcome !== undefined && 'error' in this.#outcome) throw this.#outcome.error
    return this.#chunks.shift()
  }

  #announce(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}
