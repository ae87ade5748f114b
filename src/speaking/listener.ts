import type { Listener } from '../synthesis/speech-engine.ts'

export type PlayingListenerOptions = {
  readonly account: string
  /** Approximate length of the whole speech. */
  readonly seconds: number
  /** As in Listener; 0 if absent. */
  readonly delayMs?: number
  /** As in Listener. */
  readonly patienceMs?: number | undefined
  /** Called when sound that was asked for in time comes after the listener has run out of it. */
  readonly onGap?: (() => void) | undefined
  /** Milliseconds. */
  readonly now?: () => number
}

/** A shorter gap is bridged by what players and networks hold. */
const HEARD_GAP_MS = 20

/** Whoever still listens has more to hear, whatever was estimated. */
const LEAST_REST_SECONDS = 1

/** A listener that plays what it is sent as it comes. */
export class PlayingListener implements Listener {
  readonly account: string
  readonly delayMs: number
  readonly patienceMs: number | undefined
  readonly #beganAt: number
  readonly #seconds: number
  readonly #now: () => number
  readonly #onGap: (() => void) | undefined
  /** When the first sound would have been heard if there had been no gap since. */
  #playsFrom: number | undefined
  #heardAt = 0
  #heardMs = 0
  #hasLeft = false

  constructor({
    account,
    seconds,
    delayMs = 0,
    patienceMs,
    onGap,
    now = () => performance.now(),
  }: PlayingListenerOptions) {
    this.account = account
    this.delayMs = delayMs
    this.patienceMs = patienceMs
    this.#seconds = seconds
    this.#now = now
    this.#onGap = onGap
    this.#beganAt = now() - delayMs
  }

  /** So much sound is sent now, and was asked for at `askedAt`. A player that had run out of sound goes on with it. */
  receive(seconds: number, askedAt = this.#now()): void {
    const now = this.#now()
    if (this.hasHeard && askedAt <= this.dueAt && now > this.dueAt + HEARD_GAP_MS) this.#onGap?.()
    if (this.#playsFrom === undefined) this.#heardAt = now
    this.#playsFrom = this.#playsFrom === undefined ? now : Math.max(this.#playsFrom, now - this.#heardMs)
    this.#heardMs += 1000 * seconds
  }

  leave(): void {
    this.#hasLeft = true
  }

  get hasHeard(): boolean {
    return this.#playsFrom !== undefined
  }

  get isGone(): boolean {
    return this.#hasLeft
  }

  get dueAt(): number {
    return this.#playsFrom === undefined ? this.#beganAt : this.#playsFrom + this.#heardMs
  }

  get pace(): number {
    const elapsedMs = this.#now() - this.#heardAt
    return this.#heardMs >= elapsedMs ? 1 : this.#heardMs / elapsedMs
  }

  get remainingSeconds(): number {
    return Math.max(LEAST_REST_SECONDS, this.#seconds - this.#heardMs / 1000)
  }
}
