/** How far a listener has heard what was sent, if it plays everything as soon as it can. All times are milliseconds. */
export class PlaybackClock {
  #sentMs = 0
  /** When the listener will have played everything. */
  #playedAt = 0

  /** Length of all audio that was sent. */
  get sentMs(): number {
    return this.#sentMs
  }

  /** Notes audio that is sent now. */
  send(lengthMs: number, now: number): void {
    this.#sentMs += lengthMs
    this.#playedAt = Math.max(this.#playedAt, now) + lengthMs
  }

  /** Forgets all audio, as if nothing was sent yet. */
  reset(): void {
    this.#sentMs = 0
    this.#playedAt = 0
  }

  /** Length of the audio that was sent and is not played yet. */
  aheadMs(now: number): number {
    return Math.max(0, this.#playedAt - now)
  }

  /** Length of the audio that was played. */
  playedMs(now: number): number {
    return this.#sentMs - this.aheadMs(now)
  }
}
