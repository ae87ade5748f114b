import { setTimeout as sleep } from 'node:timers/promises'

/** How workers that found nothing to do hear of new work. */
export type WakeUp = {
  /** The number of calls so far. */
  count(): number
  call(): void
  /** Resolves once `count()` is not `seen`, at the latest after the poll interval, or when `signal` aborts. */
  after(seen: number, signal: AbortSignal): Promise<void>
}

/** Wakes all that wait at once; every `pollMs` they look for work that came another way. */
export function createWakeUp(pollMs: number): WakeUp {
  let calls = 0
  let called = Promise.withResolvers<void>()
  return {
    count: () => calls,
    call() {
      calls += 1
      called.resolve()
      called = Promise.withResolvers()
    },
    async after(seen, signal) {
      if (seen !== calls || signal.aborted) return
      const timer = new AbortController()
      const pause = sleep(pollMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) })
      await Promise.race([called.promise, pause.catch(() => {})])
      timer.abort()
    },
  }
}
