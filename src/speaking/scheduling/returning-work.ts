import type { PaceOptions } from './opening-pace.ts'

/** Share of the threads' time that is expected to be spent on callers who return. */
const SHARE = 0.85
const MAX_RETRY_SECONDS = 60

/** The work of callers who were refused and are expected to return. It shrinks at the speed of the threads. */
export class ReturningWork {
  readonly #options: PaceOptions
  #work = 0
  #at = 0

  constructor(options: PaceOptions) {
    this.#options = options
  }

  /** `work`: milliseconds of a thread. */
  add(work: number): void {
    this.#settle()
    this.#work = Math.min(this.#work + work, this.#rate() * MAX_RETRY_SECONDS * 1000)
  }

  /** Milliseconds that all threads take for it. */
  ms(): number {
    this.#settle()
    return this.#work / this.#rate()
  }

  #settle(): void {
    const now = this.#options.now()
    this.#work = Math.max(0, this.#work - (now - this.#at) * this.#rate())
    this.#at = now
  }

  #rate(): number {
    return SHARE * Math.max(1, this.#options.places())
  }
}

/** The value of `Retry-After`: whole seconds, from one to sixty. */
export function secondsUntil(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms / 1000)), MAX_RETRY_SECONDS)
}
