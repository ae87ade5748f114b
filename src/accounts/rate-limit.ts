import type { Limits } from './limits.ts'

type Bucket = { tokens: number; updatedAt: number }

export type RateDecision = {
  readonly allowed: boolean
  /** Requests that may come at once. */
  readonly limit: number
  /** Requests left of `limit`. */
  readonly remaining: number
  /** Epoch milliseconds at which all of `limit` is left again. */
  readonly resetAt: number
  /** Whole seconds until the next request is allowed; 0 if one is. */
  readonly retryAfterSeconds: number
}

/** Accounts whose buckets are kept; full ones are dropped beyond it. */
const MAX_BUCKETS = 10_000

/**
 * A token bucket for each account: it fills with `requestsPerSecond` and holds `requestBurst`.
 * Returns `take`, which spends `cost` tokens if they are there.
 */
export function createRateLimiter({ requestsPerSecond: rate, requestBurst: burst }: RateLimits) {
  const buckets = new Map<string, Bucket>()

  return function take(account: string, { now, cost }: { readonly now: number; readonly cost: 0 | 1 }): RateDecision {
    const bucket = buckets.get(account) ?? { tokens: burst, updatedAt: now }
    const elapsedSeconds = Math.max(0, now - bucket.updatedAt) / 1000
    bucket.tokens = Math.min(burst, bucket.tokens + elapsedSeconds * rate)
    bucket.updatedAt = now
    const allowed = bucket.tokens >= cost
    if (allowed) bucket.tokens -= cost
    if (buckets.size >= MAX_BUCKETS) dropFullBuckets(buckets, { now, rate, burst })
    buckets.set(account, bucket)
    return {
      allowed,
      limit: burst,
      remaining: Math.floor(bucket.tokens),
      resetAt: now + Math.ceil(((burst - bucket.tokens) / rate) * 1000),
      retryAfterSeconds: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / rate),
    }
  }
}

type RateLimits = Pick<Limits, 'requestsPerSecond' | 'requestBurst'>

function dropFullBuckets(
  buckets: Map<string, Bucket>,
  { now, rate, burst }: { readonly now: number; readonly rate: number; readonly burst: number },
): void {
  for (const [account, { tokens, updatedAt }] of buckets) {
    if (tokens + ((now - updatedAt) / 1000) * rate >= burst) buckets.delete(account)
  }
}
