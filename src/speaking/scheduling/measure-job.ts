import type { Listener, Urgency } from '../../synthesis/speech-engine.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import { deferRejection } from '../defer-rejection.ts'

export type MeasureRequest = {
  readonly engine: string
  readonly segment: Segment
  readonly urgency: Urgency
  /** The listener that hears nothing before the length is known. */
  readonly listener?: Listener | undefined
}

/** One call of `measure`. Any thread can do it, and it is over with its answer. */
export class MeasureJob {
  readonly request: MeasureRequest
  readonly submittedAt = performance.now()
  readonly #answer = Promise.withResolvers<number | undefined>()
  #isBegun = false
  #isOver = false

  constructor(request: MeasureRequest) {
    this.request = request
    void deferRejection(this.#answer.promise)
  }

  get engine(): string {
    return this.request.engine
  }

  get listener(): Listener | undefined {
    return this.request.listener
  }

  /** A stream cannot begin before its length is known, so this waits its turn with the first chunk. */
  get isOpening(): boolean {
    return this.listener?.hasHeard === false
  }

  /** If no turn was kept for it, it is due at once. */
  get dueAt(): number | undefined {
    return this.request.urgency === 'interactive' ? this.submittedAt : undefined
  }

  get isWaiting(): boolean {
    return !this.#isBegun
  }

  get isAsking(): boolean {
    return !this.#isOver
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Samples; undefined if they are not known before the segment is spoken. */
  get answer(): Promise<number | undefined> {
    return this.#answer.promise
  }

  grant(): void {
    this.#isBegun = true
  }

  end(samples: number | undefined): void {
    this.#isOver = true
    this.#answer.resolve(samples)
  }

  fail(error: unknown): void {
    this.#isOver = true
    this.#answer.reject(error)
  }
}
