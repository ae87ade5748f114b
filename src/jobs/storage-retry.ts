import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Repeats what the storage must do for accepted work, so that an outage delays the work and never fails it. */
export interface StorageRetry {
  /** Repeats `action` with backoff until it succeeds; rejects only with the reason of `signal`, once that aborts. */
  run<Value>(action: () => Promise<Value>, signal: AbortSignal): Promise<Value>
  /** The last error of work that is waiting for the storage; undefined if none is waiting. */
  trouble(): unknown
}

export type StorageRetryOptions = {
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Called after each failure, for example to make room on the disk. */
  readonly onFailure?: () => void
  /** Epoch milliseconds. */
  readonly clock?: () => number
  /** Resolves after so many milliseconds, or rejects if the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000
const LOG_INTERVAL_MS = 60_000

const sleepFor = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal })

export function createStorageRetry({
  log,
  onFailure = () => {},
  clock = Date.now,
  wait = sleepFor,
}: StorageRetryOptions): StorageRetry {
  /** The last error of each call of `run` that is waiting. */
  const waiting = new Map<symbol, unknown>()
  let loggedAt = Number.NEGATIVE_INFINITY

  function noteFailure(call: symbol, error: unknown): void {
    waiting.set(call, error)
    onFailure()
    const now = clock()
    if (now - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = now
    log.warn({ err: error, waiting: waiting.size }, 'Storage fails: accepted work waits and is retried')
  }

  function noteEnd(call: symbol, isSuccess: boolean): void {
    if (!waiting.delete(call) || waiting.size > 0 || !isSuccess) return
    loggedAt = Number.NEGATIVE_INFINITY
    log.info('Storage works again')
  }

  return {
    async run(action, signal) {
      const call = Symbol('call')
      for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(MAX_DELAY_MS, 2 * delayMs)) {
        try {
          signal.throwIfAborted()
          const value = await action()
          noteEnd(call, true)
          return value
        } catch (error) {
          if (signal.aborted) {
            noteEnd(call, false)
            throw signal.reason
          }
          noteFailure(call, error)
        }
        await wait(delayMs, signal).catch(() => {})
      }
    },
    trouble: () => [...waiting.values()].at(-1),
  }
}
