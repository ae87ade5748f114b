import { tooManyListeners } from '../../errors.ts'
import { secondsUntil } from './returning-work.ts'
import { type Waiter, WaitingLine } from './waiting-line.ts'

export type GateOptions = {
  /** How many may be inside at once. */
  readonly places: number
  /** How long a caller waits at most, in milliseconds. */
  readonly patienceMs: number
}

export type Visitor = {
  readonly account: string
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal
  /** How long it wants to wait, if that is less, in milliseconds. */
  readonly patienceMs?: number | undefined
}

type Waiting = Waiter & { readonly enter: () => void }

/** How much of what was known stays with each visit. */
const MEMORY = 0.9

/** Admits a few callers at a time. The others wait in line, where accounts take turns. */
export class Gate {
  readonly #options: GateOptions
  readonly #line = new WaitingLine<Waiting>()
  readonly #inside = new Map<string, number>()
  #count = 0
  /** Mean length of a visit in milliseconds. */
  #visitMs = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  /**
   * Resolves when the caller may enter, with a function that it calls when it leaves. Rejects with a ServiceError with status 503 when its
   * patience is over, and with the reason of `signal` when that aborts.
   */
  async enter({ account, signal, patienceMs = Number.POSITIVE_INFINITY }: Visitor): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#count >= this.#options.places || this.#line.length > 0)
      await this.#wait(account, { signal, patienceMs: Math.min(patienceMs, this.#options.patienceMs) })
    else {
      this.#line.noteTurn(account)
      this.#take(account)
    }
    const began = performance.now()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#leave(account, performance.now() - began)
    }
  }

  async #wait(account: string, { signal, patienceMs }: Required<Pick<Visitor, 'signal'>> & { patienceMs: number }) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { account, deadline: performance.now() + patienceMs, enter: resolve }
    this.#line.add(waiting)
    const leave = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    const impatience = setTimeout(() => reject(tooManyListeners(this.#retryAfter())), patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(impatience)
      signal.removeEventListener('abort', leave)
      this.#line.remove(waiting)
    }
  }

  #take(account: string): void {
    this.#count += 1
    this.#inside.set(account, (this.#inside.get(account) ?? 0) + 1)
  }

  #leave(account: string, ms: number): void {
    this.#visitMs = this.#visitMs === 0 ? ms : MEMORY * this.#visitMs + (1 - MEMORY) * ms
    this.#count -= 1
    const left = this.#inside.get(account)! - 1
    if (left > 0) this.#inside.set(account, left)
    else this.#inside.delete(account)
    const [next] = this.#line.heads((name) => this.#inside.get(name) ?? 0)
    if (next === undefined) return
    this.#line.take(next)
    this.#take(next.account)
    next.enter()
  }

  /** When as many have gone out as wait. */
  #retryAfter(): number {
    return secondsUntil((this.#visitMs * (this.#line.length + 1)) / this.#options.places)
  }
}
