import type { Pace, SpeechChunk, Urgency } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'

export type SpeechRequest = {
  readonly engine: string
  readonly segment: Segment
  readonly urgency: Urgency
  readonly pace: Pace
}

/** One call of `speak`, seen from the reader: the chunks that have come and not been taken, and how it ended. */
export class SpeechJob {
  readonly request: SpeechRequest
  /** Called when the thread stands still and the reader asks for another chunk. */
  onAsked: () => void = () => {}
  #chunks: SpeechChunk[] = []
  #outcome: { readonly error?: unknown } | undefined
  #change = Promise.withResolvers<void>()
  /** Chunks that have come and chunks that were asked for; a thread makes the first unasked. */
  #delivered = 0
  #asked = 0
  #hasBeenRetried = false

  constructor(request: SpeechRequest) {
    this.request = request
  }

  /** The thread has made all the chunks it may; until the reader asks for one it does nothing for this job. */
  get isStalled(): boolean {
    const { pace } = this.request
    return pace === 'reader' && this.#delivered > 0 && this.#delivered >= this.#asked && this.#outcome === undefined
  }

  get isOver(): boolean {
    return this.#outcome !== undefined
  }

  add(chunk: SpeechChunk): void {
    if (this.isOver) return
    this.#delivered++
    this.#chunks.push(chunk)
    this.#announce()
  }

  end(): void {
    this.#outcome ??= {}
    this.#announce()
  }

  /** The reader gets this error with its next `take`, or at once where it waits. Chunks that were not taken are dropped. */
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
    return may
  }

  /** The next chunk, or undefined at the end. For one reader, that waits for each answer. */
  async take(): Promise<SpeechChunk | undefined> {
    const stoodStill = this.isStalled
    this.#asked++
    if (stoodStill && !this.isStalled) this.onAsked()
    while (this.#chunks.length === 0 && this.#outcome === undefined) await this.#change.promise
    if (this.#outcome !== undefined && 'error' in this.#outcome) throw this.#outcome.error
    return this.#chunks.shift()
  }

  #announce(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }
}
