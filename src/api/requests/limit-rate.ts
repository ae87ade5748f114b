import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import {
  type BucketRate,
  type BucketState,
  createTokenBuckets,
  type TokenBuckets,
} from '../../accounts/token-buckets.ts'
import { ServiceError } from '../../errors.ts'

/** Reported for a plan without a request limit. */
const UNLIMITED = 1_000_000

/** The buckets of accounts. Every app that is given the same ones draws from the same rate. */
export type RateBuckets = { readonly requests: TokenBuckets; readonly reads: TokenBuckets }

export function createRateBuckets(): RateBuckets {
  return { requests: createTokenBuckets(), reads: createTokenBuckets() }
}

/**
 * Answers RATE_LIMITED to an account that exceeds the rate of its plan. Reads have a bucket of their own, because programs
 * wait for clips by asking again and again. Every answer reports the bucket of the other requests, but an answer to a
 * refused read reports that of reads. Needs `request.accountId` and `request.plan`.
 */
export function limitRate(app: FastifyInstance, { requests, reads }: RateBuckets, clock: () => number): void {
  app.addHook('onSend', async ({ plan }, reply) => {
    if (reply.hasHeader('x-rate-limit-limit')) return
    // A caller without a valid key has a full bucket of the default plan.
    const now = clock()
    const state = stateOf(requestRate(plan), (rate) => requests.take('', { rate, now, cost: 0 }))
    report(reply, state, { plan, now })
  })

  app.addHook('onRequest', async ({ method, accountId, plan }, reply) => {
    const now = clock()
    const isReading = method === 'GET' || method === 'HEAD'
    const cost = isReading ? 0 : 1
    const state = stateOf(requestRate(plan), (rate) => requests.take(accountId, { rate, now, cost }))
    const reading = isReading
      ? stateOf(readRate(plan), (rate) => reads.take(accountId, { rate, now, cost: 1 }))
      : undefined
    if (reading?.allowed === false) {
      report(reply, reading, { plan, now })
      throw tooMany(`${plan.readsPerSecond} reads`, reading)
    }
    report(reply, state, { plan, now })
    if (state?.allowed === false) throw tooMany(`${plan.requestsPerSecond} requests`, state)
  })
}

/** Takes one request of an account whose connection stays open. Throws RATE_LIMITED if it exceeds the rate of its plan. */
export function takeRequest(
  { accountId, plan }: Pick<FastifyRequest, 'accountId' | 'plan'>,
  { requests }: RateBuckets,
  now: number,
): void {
  const state = stateOf(requestRate(plan), (rate) => requests.take(accountId, { rate, now, cost: 1 }))
  if (state?.allowed === false) throw tooMany(`${plan.requestsPerSecond} requests`, state)
}

/** Answers RATE_LIMITED to an address that sends many wrong keys. Valid keys from there still work. */
export function createWrongKeyLimit(clock: () => number): (address: string) => void {
  const buckets = createTokenBuckets()
  return (address) => {
    const state = buckets.take(address, { rate: WRONG_KEYS, now: clock(), cost: 1 })
    if (!state.allowed) throw tooMany('1 wrong API key', state)
  }
}

const WRONG_KEYS: BucketRate = { perSecond: 1, burst: 50 }

function requestRate({ requestsPerSecond, requestBurst }: PlanLimits): BucketRate | undefined {
  return requestsPerSecond === null ? undefined : { perSecond: requestsPerSecond, burst: requestBurst }
}

function readRate({ readsPerSecond, readBurst }: PlanLimits): BucketRate | undefined {
  return readsPerSecond === null ? undefined : { perSecond: readsPerSecond, burst: readBurst }
}

function stateOf(rate: BucketRate | undefined, take: (rate: BucketRate) => BucketState): BucketState | undefined {
  return rate && take(rate)
}

/** The `RateLimit` fields follow draft-ietf-httpapi-ratelimit-headers-10. */
function report(
  reply: FastifyReply,
  state: BucketState | undefined,
  { plan, now }: { readonly plan: PlanLimits; readonly now: number },
): void {
  const { limit, remaining, resetAt } = state ?? { limit: UNLIMITED, remaining: UNLIMITED, resetAt: now }
  void reply.headers({
    'x-rate-limit-limit': limit,
    'x-rate-limit-remaining': remaining,
    'x-rate-limit-reset': resetAt,
  })
  if (state === undefined || plan.requestsPerSecond === null) return
  const window = Math.ceil(plan.requestBurst / plan.requestsPerSecond)
  void reply.headers({
    'ratelimit-policy': `"requests";q=${limit};w=${window}`,
    ratelimit: `"requests";r=${remaining};t=${Math.ceil((resetAt - now) / 1000)}`,
  })
}

function tooMany(what: string, { retryAfterSeconds }: BucketState): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Too many requests: ${what} a second are allowed; try again in ${retryAfterSeconds} s`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
