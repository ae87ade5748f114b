import type { Database } from '../storage/database.ts'
import { deleteIdleBuckets, takeTokens } from '../storage/records/token-buckets.ts'
import { type BucketRate, type BucketState, describeBucket, type TokenBuckets } from './token-buckets.ts'

/** What this process knows of a bucket, and the tokens that it has taken ahead. Times are of a clock that never jumps. */
type Account = {
  /** Tokens left in the database at `knownAt`. */
  tokens: number
  knownAt: number
  /** Tokens in hand until `leaseEndsAt`. */
  lease: number
  leaseEndsAt: number
  /** No token is there before this time. */
  emptyUntil: number
  /** Requests that wait for tokens. */
  waiting: number
  refilling: Promise<void> | undefined
}

/** A part of a bucket that one process may hold ahead, of its tokens and of what a second fills. */
const LEASED_SHARE = 1 / 32
const LEASED_RATE_SHARE = 1 / 8
/** Tokens that are not used by then are forfeited. */
const LEASE_MS = 1000
/** A bucket that is only looked at is read this often. */
const LOOK_MS = 1000
const SWEEP_MS = 10 * 60_000

type SharedBucketsOptions = {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly onError: (error: unknown) => void
}

export type SharedTokenBuckets = TokenBuckets & { close(): void }

/**
 * Creates buckets that all processes on a PostgreSQL database share. Requests never get more tokens than the bucket has. A process
 * takes several tokens at a time from a large bucket, and refuses without a query until the next token is due.
 */
export function createSharedTokenBuckets({ db, clock, onError }: SharedBucketsOptions): SharedTokenBuckets {
  const accounts = new Map<string, Account>()
  const sweeper = setInterval(() => {
    for (const [owner, account] of accounts) if (isIdle(account)) accounts.delete(owner)
    deleteIdleBuckets(db).catch(onError)
  }, SWEEP_MS)
  sweeper.unref()

  function accountOf(owner: string): Account {
    const known = accounts.get(owner)
    if (known !== undefined) return known
    const never = Number.NEGATIVE_INFINITY
    const times = { knownAt: never, leaseEndsAt: never, emptyUntil: never }
    const account: Account = { tokens: 0, lease: 0, waiting: 0, refilling: undefined, ...times }
    accounts.set(owner, account)
    return account
  }

  async function refill(owner: string, account: Account, rate: BucketRate): Promise<void> {
    const ahead = Math.floor(Math.min(tokensOf(account, rate) * LEASED_SHARE, rate.perSecond * LEASED_RATE_SHARE))
    const wanted = account.waiting === 0 ? 0 : Math.max(account.waiting, ahead)
    const { tokens, granted } = await takeTokens(db, { owner, ...rate, wanted })
    const now = performance.now()
    Object.assign(account, { tokens, knownAt: now, lease: inHand(account) + granted, leaseEndsAt: now + LEASE_MS })
    if (wanted > 0 && granted === 0) account.emptyUntil = now + ((1 - tokens) / rate.perSecond) * 1000
  }

  function refillOnce(owner: string, account: Account, rate: BucketRate): Promise<void> {
    account.refilling ??= refill(owner, account, rate).finally(() => {
      account.refilling = undefined
    })
    return account.refilling
  }

  function stateOf(account: Account, rate: BucketRate, allowed: boolean): BucketState {
    const tokens = Math.min(rate.burst, tokensOf(account, rate) + inHand(account))
    return describeBucket(tokens, { rate, now: clock(), allowed })
  }

  return {
    async take(owner, { rate, cost }) {
      const account = accountOf(owner)
      if (cost === 0) {
        if (performance.now() - account.knownAt > LOOK_MS) await refillOnce(owner, account, rate)
        return stateOf(account, rate, true)
      }
      account.waiting += 1
      try {
        while (inHand(account) < 1 && performance.now() >= account.emptyUntil) await refillOnce(owner, account, rate)
        const allowed = inHand(account) >= 1
        if (allowed) account.lease -= 1
        return stateOf(account, rate, allowed)
      } finally {
        account.waiting -= 1
      }
    },
    close: () => clearInterval(sweeper),
  }
}

function inHand({ lease, leaseEndsAt }: Account): number {
  return performance.now() < leaseEndsAt ? lease : 0
}

/** Tokens that the database has by now, if no other process has taken any. */
function tokensOf({ tokens, knownAt }: Account, { perSecond, burst }: BucketRate): number {
  if (knownAt === Number.NEGATIVE_INFINITY) return burst
  return Math.min(burst, tokens + ((performance.now() - knownAt) / 1000) * perSecond)
}

function isIdle({ knownAt, waiting, refilling }: Account): boolean {
  return waiting === 0 && refilling === undefined && performance.now() - knownAt > SWEEP_MS
}
