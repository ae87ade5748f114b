import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { type BucketRate, type BucketState, describeBucket, type TokenBuckets } from '../../accounts/token-buckets.ts'
import { ServiceError } from '../../errors.ts'

/** Reported for a plan without a request limit. */
const UNLIMITED = 1_000_000

/** The bucket of a state. Clients see it as the name of a policy. */
type Policy = 'requests' | 'reads'

/**
 * Answers RATE_LIMITED to an account that exceeds the rate of its plan. Reads have a bucket of their own, because programs
 * wait for clips by asking again and again. An answer to a refused read reports the bucket of reads. Every other answer reports
 * the bucket of the other requests. Needs `request.accountId` and `request.plan`.
 */
export function limitRate(app: FastifyInstance, buckets: TokenBuckets, clock: () => number): void {
  app.addHook('onSend', async (request, reply) => {
    // A request that is refused before its caller matters has no plan.
    const plan = request.plan as PlanLimits | undefined
    if (plan === undefined || reply.hasHeader('x-rate-limit-limit')) return
    // A caller without a valid key has a full bucket of the default plan.
    const rate = rateOf(plan, 'requests')
    const now = clock()
    report(reply, 'requests', { rate, now, state: rate && describeBucket(rate.burst, { rate, now, allowed: true }) })
  })

  app.addHook('onRequest', async ({ method, accountId, plan }, reply) => {
    const isReading = method === 'GET' || method === 'HEAD'
    const take = async (policy: Policy, cost: 0 | 1): Promise<boolean> => {
      const rate = rateOf(plan, policy)
      const state = rate && (await buckets.take(`${policy}:${accountId}`, { rate, cost }))
      if (policy === 'requests' || state?.allowed === false) report(reply, policy, { rate, now: clock(), state })
      if (state?.allowed === false) throw tooMany(`${rate?.perSecond} ${policy}`, state)
      return true
    }
    if (isReading) await take('reads', 1)
    await take('requests', isReading ? 0 : 1)
  })
}

/** Takes one request of an account whose connection stays open. Rejects with RATE_LIMITED if it exceeds the rate of its plan. */
export async function takeRequest(
  { accountId, plan }: Pick<FastifyRequest, 'accountId' | 'plan'>,
  buckets: TokenBuckets,
): Promise<void> {
  const rate = rateOf(plan, 'requests')
  const state = rate && (await buckets.take(`requests:${accountId}`, { rate, cost: 1 }))
  if (state?.allowed === false) throw tooMany(`${plan.requestsPerSecond} requests`, state)
}

function rateOf(plan: PlanLimits, policy: Policy): BucketRate | undefined {
  const [perSecond, burst] =
    policy === 'requests' ? [plan.requestsPerSecond, plan.requestBurst] : [plan.readsPerSecond, plan.readBurst]
  return perSecond === null ? undefined : { perSecond, burst }
}

type Report = {
  readonly rate: BucketRate | undefined
  readonly state: BucketState | undefined
  readonly now: number
}

/** The `RateLimit` fields follow draft-ietf-httpapi-ratelimit-headers-10. */
function report(reply: FastifyReply, policy: Policy, { rate, state, now }: Report): void {
  const { limit, remaining, resetAt } = state ?? { limit: UNLIMITED, remaining: UNLIMITED, resetAt: now }
  void reply.headers({
    'x-rate-limit-limit': limit,
    'x-rate-limit-remaining': remaining,
    'x-rate-limit-reset': resetAt,
  })
  if (rate === undefined) return
  void reply.headers({
    'ratelimit-policy': `"${policy}";q=${limit};w=${Math.ceil(rate.burst / rate.perSecond)}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil((resetAt - now) / 1000)}`,
  })
}

function tooMany(what: string, { retryAfterSeconds }: BucketState): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Too many requests: ${what} a second are allowed; try again in ${retryAfterSeconds} s`,
    { reason: 'rate', headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
