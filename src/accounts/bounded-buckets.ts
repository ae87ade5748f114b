import { RecentMap } from './recent-map.ts'
import type { BucketRate } from './token-buckets.ts'

/** Token buckets of this process in bounded memory, for owners that anyone can invent. */
export type BoundedBuckets = {
  /** Takes a token. False if there is none. */
  take(owner: string): boolean
  /** Gives a token back that was taken. */
  giveBack(owner: string): void
  /** Whole seconds until there is a token; 0 if there is one. */
  waitSeconds(owner: string): number
}

type Bucket = { tokens: number; updatedAt: number }

/** A few hundred bytes each. The owner that was not seen for longest is forgotten first, so its bucket is full again. */
const MAX_OWNERS = 10_000

/** Creates full buckets. `clock` is in milliseconds. */
export function createBoundedBuckets(
  { perSecond, burst }: BucketRate,
  clock: () => number,
  maxOwners = MAX_OWNERS,
): BoundedBuckets {
  const buckets = new RecentMap<string, Bucket>(maxOwners)

  function bucketOf(owner: string): Bucket {
    const now = clock()
    const bucket = buckets.get(owner) ?? { tokens: burst, updatedAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.updatedAt) / 1000) * perSecond)
    bucket.updatedAt = now
    buckets.set(owner, bucket)
    return bucket
  }

  return {
    take(owner) {
      const bucket = bucketOf(owner)
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
    giveBack(owner) {
      const bucket = bucketOf(owner)
      bucket.tokens = Math.min(burst, bucket.tokens + 1)
    },
    waitSeconds(owner) {
      const { tokens } = bucketOf(owner)
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond)
    },
  }
}
