import { Type } from 'typebox'
import { hasEnded, type ReviewLink } from '../../storage/records/review-links.ts'
import { orNull } from './optional.ts'

/** Days that a review link may last, and lasts unless its maker says. */
export const REVIEW_DAYS = { most: 90, usual: 14 } as const
const USUAL_CHARACTERS = 200_000
const MAX_NAME_LENGTH = 200

const name = Type.String({ maxLength: MAX_NAME_LENGTH, description: 'What you call it; reviewers do not see it' })
const allowsComments = Type.Boolean({ description: 'Whether reviewers may comment; true by default' })
const time = (description: string) => Type.Integer({ description: `${description}, in epoch milliseconds` })

export const reviewLinkInputSchema = Type.Object(
  {
    name: Type.Optional(name),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: REVIEW_DAYS.most,
        description: `How long it lasts; ${REVIEW_DAYS.usual} by default`,
      }),
    ),
    allows_comments: Type.Optional(allowsComments),
    characters_per_month: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e12,
        description: `How much may be spoken by it, also within the month of the account; ${USUAL_CHARACTERS} by default`,
      }),
    ),
  },
  { description: 'A link by which people without an account hear a script and comment on it' },
)

const fields = {
  review_link_id: Type.String(),
  name,
  member_id: orNull({ type: 'string', description: 'The member that made it' }),
  allows_comments: allowsComments,
  characters_per_month: Type.Integer(),
  created_at: time('When it was made'),
  ends_at: time('When it ends'),
  revoked_at: orNull({ type: 'integer', description: 'When somebody ended it, in epoch milliseconds' }),
  has_ended: Type.Boolean(),
}

export const reviewLinkSchema = Type.Object(fields, {
  description: 'A link by which people without an account hear a script',
})

export const createdReviewLinkSchema = Type.Object(
  { ...fields, url: Type.String({ description: 'The link. It is shown once: the service keeps a hash alone' }) },
  { description: 'A review link that was just made' },
)

export const reviewLinkListSchema = Type.Object({ review_links: Type.Array(reviewLinkSchema) })

export const reviewLinkParametersSchema = Type.Object({ project_id: Type.String(), review_link_id: Type.String() })

/** How much may be spoken by a link, unless its maker says. */
export const USUAL_REVIEW_CHARACTERS = USUAL_CHARACTERS

export function toReviewLinkBody(link: ReviewLink, now: number) {
  return {
    review_link_id: link.id,
    name: link.name,
    member_id: link.memberId,
    allows_comments: link.allowsComments,
    characters_per_month: link.charactersPerMonth,
    created_at: link.createdAt,
    ends_at: link.endsAt,
    revoked_at: link.revokedAt,
    has_ended: hasEnded(link, now),
  }
}
