import type { FastifyRequest } from 'fastify'
import { createReviewSecret } from '../../../accounts/review-links.ts'
import { ServiceError } from '../../../errors.ts'
import { findProject, lockProject } from '../../../storage/records/projects.ts'
import { insertReviewLink, listReviewLinks, revokeReviewLink } from '../../../storage/records/review-links.ts'
import type { App } from '../../app.ts'
import { changeAudited } from '../../requests/audited-change.ts'
import { projectParametersSchema } from '../../schemas/project.ts'
import {
  createdReviewLinkSchema,
  REVIEW_DAYS,
  reviewLinkInputSchema,
  reviewLinkListSchema,
  reviewLinkParametersSchema,
  reviewLinkSchema,
  toReviewLinkBody,
  USUAL_REVIEW_CHARACTERS,
} from '../../schemas/review-link.ts'
import type { Services } from '../../services.ts'
import { keyOf } from './project-key.ts'

const DAY_MS = 24 * 60 * 60_000
const COLLECTION = '/projects/:project_id/review_links'

/** Links by which people without an account hear a script and comment on it: make one, list them, end one. */
export function registerReviewLinkRoutes(app: App, services: Services): void {
  const { db, clock, links, forgetRules } = services

  app.get(
    COLLECTION,
    { schema: { params: projectParametersSchema, response: { 200: reviewLinkListSchema } } },
    async (request) => {
      const found = await listReviewLinks(db, await findProject(db, keyOf(request)))
      return { review_links: found.map((link) => toReviewLinkBody(link, clock())) }
    },
  )

  app.post(
    COLLECTION,
    {
      schema: {
        params: projectParametersSchema,
        body: reviewLinkInputSchema,
        response: { 200: createdReviewLinkSchema },
      },
    },
    async (request) => {
      const { accountId, callerMember, body } = request
      // NOT_FOUND comes first, so that a foreign project looks like an unknown one.
      await findProject(db, keyOf(request))
      refuseLimited(request)
      const { secret, hash } = createReviewSecret()
      const now = clock()
      const made = await changeAudited(request, services, async (transaction) => {
        const project = await lockProject(transaction, keyOf(request))
        if (project.trashedAt !== null)
          throw new ServiceError('CONFLICT', `Cannot share project "${project.id}": it is in the trash`)
        const link = await insertReviewLink(transaction, project, {
          accountId,
          hash,
          name: (body.name ?? '').trim(),
          memberId: callerMember?.id ?? null,
          allowsComments: body.allows_comments ?? true,
          charactersPerMonth: body.characters_per_month ?? USUAL_REVIEW_CHARACTERS,
          endsAt: now + (body.days ?? REVIEW_DAYS.usual) * DAY_MS,
          now,
        })
        return toReviewLinkBody(link, now)
      })
      // The secret is in the fragment, so that no server or proxy logs it.
      return { ...made, url: links.pageUrl(`/review#${secret}`) }
    },
  )

  app.delete(
    `${COLLECTION}/:review_link_id`,
    { schema: { params: reviewLinkParametersSchema, response: { 200: reviewLinkSchema } } },
    async (request) => {
      const now = clock()
      const ended = await changeAudited(request, services, async (transaction) => {
        const project = await lockProject(transaction, keyOf(request))
        const link = await revokeReviewLink(transaction, project, { id: request.params.review_link_id, now })
        return toReviewLinkBody(link, now)
      })
      // What is being spoken by it ends.
      forgetRules()
      return ended
    },
  )
}

/** What is spoken by a link does not count for the one who made it. Throws FORBIDDEN for callers with limits of their own. */
function refuseLimited({ callerKey, callerMember }: Pick<FastifyRequest, 'callerKey' | 'callerMember'>): void {
  if (typeof callerMember?.charactersPerMonth !== 'number' && callerKey?.isRestricted !== true) return
  throw new ServiceError(
    'FORBIDDEN',
    'Cannot create a review link as a member that has a monthly limit, or with a key that has an end, allowed addresses or a monthly limit',
  )
}
