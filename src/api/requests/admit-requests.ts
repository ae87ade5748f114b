import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { type RefusalReason, ServiceError } from '../../errors.ts'

/** Reports why a request should not be admitted now; undefined if it should. */
export type Pressure = {
  /** The smaller mean delay of this process's event loop in the last two windows, in milliseconds: one long task is no overload. */
  eventLoopDelayMs(): number
  /** Unfinished clips of all accounts, as counted a moment ago. */
  queuedClips(): Promise<number>
  close(): void
}

export type PressureLimits = { readonly maxEventLoopDelayMs: number; readonly maxQueuedClips: number }

const WINDOW_MS = 1000
const RESOLUTION_MS = 10
const NANOSECONDS = 1e6

/** Watches the event loop. The queue of clips is counted on demand. */
export function watchPressure(countUnfinishedClips: () => Promise<number>): Pressure {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delayMs = 0
  let earlierDelayMs = 0
  const window = setInterval(() => {
    // The histogram holds intervals, which are as long as the resolution if nothing delays them.
    earlierDelayMs = delayMs
    delayMs = Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS) || 0
    histogram.reset()
  }, WINDOW_MS)
  window.unref()
  let queued: { readonly countedAt: number; readonly count: Promise<number> } | undefined
  return {
    eventLoopDelayMs: () => Math.min(delayMs, earlierDelayMs),
    async queuedClips() {
      const now = performance.now()
      if (queued === undefined || now - queued.countedAt > WINDOW_MS)
        queued = { countedAt: now, count: countUnfinishedClips() }
      return await queued.count
    },
    close() {
      clearInterval(window)
      histogram.disable()
    },
  }
}

/** Answers 503 with `Retry-After`, before any other work, while this process cannot keep up or too many clips wait. */
export function admitRequests(app: FastifyInstance, pressure: Pressure, limits: PressureLimits): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (pressure.eventLoopDelayMs() > limits.maxEventLoopDelayMs)
      throw overloaded('it has too much to do', { reason: 'overload', seconds: 1 })
    if (method === 'POST' && routeOptions.config.createsClips === true) await refuseFullQueue(pressure, limits)
  })
}

/** Throws 503 while too many clips wait. Routes that always make clips have `createsClips` set; no others do. */
export async function refuseFullQueue(
  pressure: Pick<Pressure, 'queuedClips'>,
  { maxQueuedClips }: Pick<PressureLimits, 'maxQueuedClips'>,
): Promise<void> {
  if ((await pressure.queuedClips()) >= maxQueuedClips)
    throw overloaded('too many clips wait', { reason: 'queue', seconds: 10 })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route makes clips wait. */
    readonly createsClips?: boolean
  }
}

type Overload = { readonly reason: RefusalReason; readonly seconds: number }

function overloaded(why: string, { reason, seconds }: Overload): ServiceError {
  return new ServiceError('INTERNAL_ERROR', `The service cannot take the request now: ${why}; try again soon`, {
    reason,
    status: 503,
    headers: { 'retry-after': String(seconds) },
  })
}
