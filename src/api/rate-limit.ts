import type { FastifyInstance, FastifyReply } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Limits } from './services.ts'

type Bucket = { tokens: number; updatedAt: number }

type RateDecision = {
  readonly allowed: boolean
  /** Requests left at this moment, at most the rate of one second. */
  readonly remaining: number
  /** Epoch milliseconds at which `remaining` is full again. */
  readonly resetAt: number
  /** Whole seconds until the next request is allowed; 0 if one is. */
  readonly retryAfterSeconds: number
}

/** Accounts whose buckets are kept; full ones are dropped beyond it. */
const MAX_BUCKETS = 10_000

/** Whose requests are answered before their key is known to be good: nothing is counted, so all is left. */
const NO_ACCOUNT = ''

/**
 * A token bucket for each account: it fills with `requestsPerSecond` and holds `requestBurst`.
 * Returns `take`, which spends `cost` tokens if they are there.
 */
function createRateLimiter({ requestsPerSecond: rate, requestBurst: burst }: RateLimits) {
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
    const full = Math.min(rate, burst)
    return {
      allowed,
      remaining: Math.floor(Math.min(full, bucket.tokens)),
      resetAt: now + Math.ceil((Math.max(0, full - bucket.tokens) / rate) * 1000),
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

/**
 * Answers RATE_LIMITED to an account that makes or changes things too often. Reading is free: programs wait for clips by
 * asking again and again. Every answer tells how the account stands, also one to a caller without a good key. Needs
 * `request.accountId`.
 */
export function limitRate(app: FastifyInstance, limits: Limits, clock: () => number): void {
  const take = createRateLimiter(limits)
  const tell = (reply: FastifyReply, { remaining, resetAt }: RateDecision): void => {
    void reply.headers({
      'x-rate-limit-limit': limits.requestsPerSecond,
      'x-rate-limit-remaining': remaining,
      'x-rate-limit-reset': resetAt,
    })
  }
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('x-rate-limit-limit')) tell(reply, take(NO_ACCOUNT, { now: clock(), cost: 0 }))
  })
  app.addHook('onRequest', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const decision = take(request.accountId, { now: clock(), cost: isReading ? 0 : 1 })
    tell(reply, decision)
    if (!decision.allowed) {
      throw new ServiceError(
        'RATE_LIMITED',
        `Too many requests: ${limits.requestsPerSecond} a second are allowed; try again in ${decision.retryAfterSeconds} s`,
        { headers: { 'retry-after': String(decision.retryAfterSeconds) } },
      )
    }
  })
}
