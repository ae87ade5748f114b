type Bucket = { tokens: number; updatedAt: number }

export type BucketRate = {
  readonly perSecond: number
  /** Tokens of a full bucket. */
  readonly burst: number
}

export type BucketState = {
  readonly allowed: boolean
  /** Tokens of a full bucket. */
  readonly limit: number
  /** Whole tokens left. */
  readonly remaining: number
  /** Epoch milliseconds at which the bucket is full again. */
  readonly resetAt: number
  /** Whole seconds until the next token; 0 if there is one. */
  readonly retryAfterSeconds: number
}

export type TokenBuckets = {
  /** Takes `cost` tokens from the bucket of an owner if it has them. */
  take(owner: string, options: { readonly rate: BucketRate; readonly now: number; readonly cost: 0 | 1 }): BucketState
}

/** Buckets in memory. Beyond it, those that nobody has used for a minute are dropped: they are full, or nearly so. */
const MAX_BUCKETS = 10_000
const IDLE_MS = 60_000

/** Creates a token bucket for each owner: it fills with `perSecond` and holds `burst` (RFC 2698 calls the two rate and burst size). */
export function createTokenBuckets(): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  return {
    take(owner, { rate: { perSecond, burst }, now, cost }) {
      const bucket = buckets.get(owner) ?? { tokens: burst, updatedAt: now }
      const elapsedSeconds = Math.max(0, now - bucket.updatedAt) / 1000
      bucket.tokens = Math.min(burst, bucket.tokens + elapsedSeconds * perSecond)
      bucket.updatedAt = now
      const allowed = bucket.tokens >= cost
      if (allowed) bucket.tokens -= cost
      // A reader of a full bucket leaves nothing to remember.
      if (bucket.tokens < burst) {
        if (buckets.size >= MAX_BUCKETS) dropIdle(buckets, now)
        buckets.set(owner, bucket)
      }
      return {
        allowed,
        limit: burst,
        remaining: Math.floor(bucket.tokens),
        resetAt: now + Math.ceil(((burst - bucket.tokens) / perSecond) * 1000),
        retryAfterSeconds: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / perSecond),
      }
    },
  }
}

function dropIdle(buckets: Map<string, Bucket>, now: number): void {
  for (const [owner, { updatedAt }] of buckets) if (now - updatedAt > IDLE_MS) buckets.delete(owner)
}
