import type { RuleChanges } from '../../accounts/rule-changes.ts'
import { ServiceError } from '../../errors.ts'

/** A call whose answer takes long, or whose connection stays open. */
export type OpenCall = {
  /** Names its caller: calls of one caller are checked once. */
  readonly caller: string
  /** Returns the time at which the caller's right ends, if it does. Rejects with a ServiceError if it has ended. */
  readonly check: () => Promise<number | undefined>
  /** Ends the call. */
  readonly end: (reason: ServiceError) => void
}

/** Ends open calls of callers that may not make them any more: whose key was revoked, replaced or has expired, whose account is suspended, or whose session has ended. */
export type OpenCalls = {
  /** Watches a call until the returned function is called. */
  watch(call: OpenCall): () => void
}

export type OpenCallsOptions = { readonly changes: RuleChanges; readonly clock: () => number }

/** Until a call whose right ends at a known time is ended, and until a check that failed is repeated. */
const TICK_MS = 250

type Watched = OpenCall & { endsAt: number }

/** Creates a watch that costs nothing while nothing is open. */
export function createOpenCalls({ changes, clock }: OpenCallsOptions): OpenCalls {
  const calls = new Set<Watched>()
  let stop: (() => void) | undefined
  let isChanged = false
  let isChecking = false

  async function checkCaller(ofCaller: readonly Watched[]): Promise<void> {
    try {
      const endsAt = (await ofCaller[0]!.check()) ?? Number.POSITIVE_INFINITY
      for (const call of ofCaller) call.endsAt = endsAt
    } catch (error) {
      // Nobody is sent away because the storage fails.
      if (!(error instanceof ServiceError)) isChanged = true
      else for (const call of ofCaller) if (calls.delete(call)) call.end(error)
    }
  }

  async function tick(): Promise<void> {
    if (isChecking) return
    const now = clock()
    const due = [...calls].filter(({ endsAt }) => isChanged || endsAt <= now)
    if (due.length === 0) return
    isChanged = false
    isChecking = true
    try {
      for (const [, ofCaller] of Map.groupBy(due, ({ caller }) => caller)) await checkCaller(ofCaller)
    } finally {
      isChecking = false
    }
  }

  function start(): () => void {
    const forget = changes.follow(() => {
      isChanged = true
      void tick()
    })
    const timer = setInterval(() => void tick(), TICK_MS)
    timer.unref()
    return () => {
      forget()
      clearInterval(timer)
    }
  }

  return {
    watch(call) {
      const watched: Watched = { ...call, endsAt: Number.NEGATIVE_INFINITY }
      calls.add(watched)
      stop ??= start()
      return () => {
        calls.delete(watched)
        if (calls.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
