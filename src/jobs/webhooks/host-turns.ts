type Host = {
  /** Deliveries under way. */
  underWay: number
  /** Attempts without an answer since the last one with an answer. */
  failures: number
  /** When it may be tried again. */
  pausedUntil: number
  /** Its endpoints as far as they are known. */
  readonly endpoints: Set<string>
}

/** Messages that a process sends to one host at the same time, whoever they are for. */
const AT_ONCE = 8
/** Attempts without an answer after which a host is paused. */
const FAILURES = 3
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 10 * 60_000

/**
 * Which hosts of webhooks may be tried. A host that does not answer is paused, longer each time. After a pause, one message tries it. What is
 * due meanwhile waits, and counts as no attempt. `now` is in milliseconds.
 */
export class HostTurns {
  readonly #hosts = new Map<string, Host>()
  readonly #now: () => number
  readonly #onPaused: (paused: number) => void

  constructor({
    now = () => performance.now(),
    onPaused = () => {},
  }: { readonly now?: () => number; readonly onPaused?: (paused: number) => void } = {}) {
    this.#now = now
    this.#onPaused = onPaused
  }

  /** Whether a message may be sent to an endpoint of a host. */
  mayTry(host: string, endpointId: string): boolean {
    const known = this.#hosts.get(host)
    if (known === undefined) return true
    known.endpoints.add(endpointId)
    return this.#isFree(known)
  }

  /** Endpoints that may not be tried now, as far as they are known. */
  get waiting(): readonly string[] {
    return [...this.#hosts.values()].flatMap((host) => (this.#isFree(host) ? [] : [...host.endpoints]))
  }

  /** Notes that a message is sent. Call the returned function once when its attempt has ended. */
  begin(host: string, endpointId: string): (hasAnswered: boolean) => void {
    const known = this.#hosts.get(host) ?? { underWay: 0, failures: 0, pausedUntil: 0, endpoints: new Set() }
    this.#hosts.set(host, known)
    known.endpoints.add(endpointId)
    known.underWay += 1
    return (hasAnswered) => {
      known.underWay -= 1
      known.failures = hasAnswered ? 0 : known.failures + 1
      const times = known.failures - FAILURES
      known.pausedUntil = times < 0 ? 0 : this.#now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** times)
      if (known.underWay === 0 && known.failures === 0) this.#hosts.delete(host)
      this.#onPaused(this.#hosts.values().reduce((count, one) => count + (one.failures < FAILURES ? 0 : 1), 0))
    }
  }

  #isFree({ underWay, failures, pausedUntil }: Host): boolean {
    if (failures < FAILURES) return underWay < AT_ONCE
    return underWay === 0 && pausedUntil <= this.#now()
  }
}
