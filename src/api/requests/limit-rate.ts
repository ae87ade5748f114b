import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Limits } from '../../accounts/limits.ts'
import { createRateLimiter, type RateDecision } from '../../accounts/rate-limit.ts'
import { ServiceError } from '../../errors.ts'

/** Stands for callers without a valid key: nothing is counted, so all is left. */
const NO_ACCOUNT = ''

/**
 * Answers RATE_LIMITED to an account that makes or changes things too often. Reading is free: programs wait for clips by
 * asking again and again. Every answer reports the bucket of the account. Needs `request.accountId`.
 */
export function limitRate(app: FastifyInstance, limits: Limits, clock: () => number): void {
  const take = createRateLimiter(limits)
  const tell = (reply: FastifyReply, { limit, remaining, resetAt }: RateDecision): void => {
    void reply.headers({
      'x-rate-limit-limit': limit,
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
