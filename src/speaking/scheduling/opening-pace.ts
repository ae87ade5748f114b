/** Share of the threads' time that streams which begin may take. Streams that begin together run out of sound together, too. */
const SHARE = 0.6
/** How far new streams may run ahead, in milliseconds of that share. */
const BURST_MS = 300

/** The clock, and how much the threads can do. */
export type PaceOptions = {
  /** Milliseconds. */
  readonly now: () => number
  /** Streams that can be spoken at once. */
  readonly places: () => number
}

/**
 * Spaces streams that begin: each takes its opening and its next chunk before many others begin, so that nobody's lead is used up. Accounts take
 * turns, so one that begins many delays another by one of its own at most.
 */
export class OpeningPace {
  readonly #options: PaceOptions
  /** The work of each account's new streams that is not done yet, in milliseconds of a thread. */
  readonly #works = new Map<string, number>()
  #at = 0

  constructor(options: PaceOptions) {
    this.#options = options
  }

  /** An account begins a stream whose opening and next chunk take so many milliseconds of a thread. */
  note(account: string, ms: number): void {
    this.#settle()
    this.#works.set(account, (this.#works.get(account) ?? 0) + ms)
  }

  /** Whether an account may begin such a stream now. */
  allows(account: string, ms: number): boolean {
    this.#settle()
    const own = (this.#works.get(account) ?? 0) + ms
    const before = [...this.#works.values()].reduce((sum, work) => sum + Math.min(work, own), 0)
    return before <= BURST_MS * this.#rate()
  }

  /** Threads work for all accounts alike. */
  #settle(): void {
    const now = this.#options.now()
    let done = (now - this.#at) * this.#rate()
    this.#at = now
    while (done > 0 && this.#works.size > 0) {
      const each = Math.min(done / this.#works.size, ...this.#works.values())
      done -= each * this.#works.size
      for (const [account, work] of this.#works) {
        if (work - each > 1e-6) this.#works.set(account, work - each)
        else this.#works.delete(account)
      }
    }
  }

  #rate(): number {
    return SHARE * this.#options.places()
  }
}
