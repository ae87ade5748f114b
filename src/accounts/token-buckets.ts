/** A bucket that fills with `perSecond` tokens and holds `burst` (RFC 2698 calls the two rate and burst size). */
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

/** Token buckets of owners: in this process, or shared by all processes. */
export interface TokenBuckets {
  /** Takes `cost` tokens from the bucket of an owner if it has them. */
  take(owner: string, options: { readonly rate: BucketRate; readonly cost: 0 | 1 }): Promise<BucketState>
}

/** What a bucket with so many tokens means for its owner. */
export function describeBucket(
  tokens: number,
  { rate: { perSecond, burst }, now, allowed }: { rate: BucketRate; now: number; allowed: boolean },
): BucketState {
  return {
    allowed,
    limit: burst,
    remaining: Math.floor(tokens),
    resetAt: now + Math.ceil(((burst - tokens) / perSecond) * 1000),
    retryAfterSeconds: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond),
  }
}

type Bucket = { tokens: number; updatedAt: number }

/** Beyond this number, buckets that were not used for a minute are dropped: they are full, or nearly so. */
const MAX_BUCKETS = 10_000
const IDLE_MS = 60_000

/** Creates buckets in memory. */
export function createTokenBuckets(clock: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  return {
    async take(owner, { rate, cost }) {
      const now = clock()
      const bucket = buckets.get(owner) ?? { tokens: rate.burst, updatedAt: now }
      const elapsedSeconds = Math.max(0, now - bucket.updatedAt) / 1000
      bucket.tokens = Math.min(rate.burst, bucket.tokens + elapsedSeconds * rate.perSecond)
      bucket.updatedAt = now
      const allowed = bucket.tokens >= cost
      if (allowed) bucket.tokens -= cost
      // A reader of a full bucket leaves nothing to remember.
      if (bucket.tokens < rate.burst) {
        if (buckets.size >= MAX_BUCKETS) dropIdle(buckets, now)
        buckets.set(owner, bucket)
      }
      return describeBucket(bucket.tokens, { rate, now, allowed })
    },
  }
}

function dropIdle(buckets: Map<string, Bucket>, now: number): void {
  for (const [owner, { updatedAt }] of buckets) if (now - updatedAt > IDLE_MS) buckets.delete(owner)
}
