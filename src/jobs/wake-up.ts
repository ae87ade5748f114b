/** How workers that found nothing to do hear of new work. */
export type WakeUp = {
  /** The number of calls so far. */
  count(): number
  /** Wakes one of those who wait, in the order in which they came. Whoever finds work calls again, because there may be more. */
  call(): void
  /** Resolves when it is this caller's turn to look for work, at once if `count()` is not `seen`, or when `signal` aborts. */
  after(seen: number, signal: AbortSignal): Promise<void>
}

/** One of those who wait looks for work at each call, and every `pollMs` for work that came another way. */
export function createWakeUp(pollMs: number): WakeUp {
  let calls = 0
  const waiting = new Set<() => void>()
  let polling: NodeJS.Timeout | undefined
  const wakeFirst = (): void => {
    const [first] = waiting
    first?.()
  }
  return {
    count: () => calls,
    call() {
      calls += 1
      wakeFirst()
    },
    async after(seen, signal) {
      if (seen !== calls || signal.aborted) return
      const woken = Promise.withResolvers<void>()
      const wake = (): void => {
        waiting.delete(wake)
        woken.resolve()
      }
      waiting.add(wake)
      polling ??= setInterval(wakeFirst, pollMs)
      signal.addEventListener('abort', wake, { once: true })
      await woken.promise
      signal.removeEventListener('abort', wake)
      if (waiting.size > 0) return
      clearInterval(polling)
      polling = undefined
    },
  }
}
