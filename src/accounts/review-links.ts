import { randomBytes } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type FoundReviewLink, findReviewLink, hasEnded } from '../storage/records/review-links.ts'
import type { GuessLimit } from './guess-limit.ts'
import { sha256 } from './sha256.ts'

/** The secret of a new review link, and what is stored of it. 192 random bits: too many to guess, so a plain hash keeps them safe. */
export function createReviewSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(24).toString('base64url')
  return { secret, hash: sha256(secret) }
}

type Attempt = { readonly secret: string; readonly address: string; readonly now: number }

/** Returns the review link with a secret. Throws UNAUTHORIZED, with the reason, if it opens nothing, or nothing any more. */
export async function authenticateReview(
  { db, guesses }: { readonly db: Database; readonly guesses: GuessLimit },
  { secret, address, now }: Attempt,
): Promise<FoundReviewLink> {
  const link = await guesses.try({ address, secret, kind: 'review' }, () => findReviewLink(db, sha256(secret)))
  if (link === undefined)
    throw new ServiceError('UNAUTHORIZED', 'This review link does not exist: check that you have all of it')
  refuseEnded(link, now)
  return link
}

function refuseEnded(link: FoundReviewLink, now: number): void {
  if (hasEnded(link, now) || link.isOfRemoved)
    throw new ServiceError('UNAUTHORIZED', 'This review link has ended: ask whoever sent it to you for a new one')
  if (link.isTrashed || link.status !== 'active')
    throw new ServiceError('UNAUTHORIZED', 'The script of this review link is not available at the moment')
}
