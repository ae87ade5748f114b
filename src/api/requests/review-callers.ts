import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { authenticateReview } from '../../accounts/review-links.ts'
import type { BucketRate } from '../../accounts/token-buckets.ts'
import { ServiceError } from '../../errors.ts'
import type { FoundReviewLink } from '../../storage/records/review-links.ts'
import type { Services } from '../services.ts'
import type { CheckedCall } from './authenticate.ts'
import type { OtherCallers } from './guard-callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The link of somebody who reviews a script without an account; undefined for all others. */
    reviewLink: FoundReviewLink | undefined
  }
}

/** The header with the secret of a review link. */
const REVIEW_HEADER = 'x-declaim-review'

/** Requests of all people who have one link. */
const READS: BucketRate = { perSecond: 5, burst: 60 }
const REQUESTS: BucketRate = { perSecond: 2, burst: 40 }

/** Declares the link of each request. */
export function expectReviewers(app: FastifyInstance): void {
  app.decorateRequest('reviewLink', undefined)
}

/**
 * People who review a script by a link. They have no scopes, and act for the account of the link. What they hear is charged to it under
 * the id of the link, which has a monthly limit as a key has.
 */
export function createReviewCallers(services: Services): OtherCallers {
  const { db, clock, guesses, plans } = services
  const secretOf = ({ headers }: Pick<CheckedCall, 'headers'>): string => headers[REVIEW_HEADER]?.toString() ?? ''
  const authenticate = (request: Pick<CheckedCall, 'headers' | 'ip'>) =>
    authenticateReview({ db, guesses }, { secret: secretOf(request), address: request.ip, now: clock() })
  return {
    async note(request) {
      if (secretOf(request) === '')
        throw new ServiceError('UNAUTHORIZED', 'This review link does not exist: check that you have all of it')
      const link = await authenticate(request)
      const { id, accountId, charactersPerMonth, plan } = link
      const limits = await plans.limitsOf(plan)
      await limitRequests(request, { link, limits }, services)
      const callerKey = { id, family: id, charactersPerMonth, isRestricted: true }
      Object.assign(request, { reviewLink: link, accountId, callerKey, plan: limits })
    },
    describe: (request) => ({
      caller: `review ${request.ip} ${secretOf(request)}`,
      check: async () => (await authenticate(request)).endsAt,
    }),
  }
}

/**
 * Throws RATE_LIMITED if the people who have a link send too many requests. All links of an account together have the rate of its plan, apart
 * from that of the account itself, from which a link so takes nothing.
 */
async function limitRequests(
  { method }: Pick<FastifyRequest, 'method'>,
  { link, limits }: { readonly link: FoundReviewLink; readonly limits: PlanLimits },
  services: Pick<Services, 'buckets'>,
): Promise<void> {
  if (method === 'GET' || method === 'HEAD')
    return await limitReview({ id: link.id, act: 'reads', rate: READS }, services)
  await limitReview({ id: link.id, act: 'requests', rate: REQUESTS }, services)
  const { requestsPerSecond: perSecond, requestBurst: burst } = limits
  if (perSecond !== null)
    await limitReview({ id: link.accountId, act: 'requests', rate: { perSecond, burst } }, services)
}

/** The link of a request that has passed. */
export function reviewOf({ reviewLink }: Pick<FastifyRequest, 'reviewLink'>): FoundReviewLink {
  if (reviewLink === undefined) throw new Error('The request has no review link')
  return reviewLink
}

/** What is limited: `act`, of those that share an id. */
type ReviewLimit = { readonly id: string; readonly act: string; readonly rate: BucketRate }

/** Throws RATE_LIMITED if those who have a link do something more often than they may together. */
export async function limitReview(
  { id, act, rate }: ReviewLimit,
  { buckets }: Pick<Services, 'buckets'>,
): Promise<void> {
  const state = await buckets.take(`review ${act}:${id}`, { rate, cost: 1 })
  if (state.allowed) return
  const seconds = state.retryAfterSeconds
  throw new ServiceError('RATE_LIMITED', `Too many ${act} come by this review link: try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
}
