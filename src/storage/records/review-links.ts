import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { ProjectRecord } from './projects.ts'
import type { AccountStatus, Schema } from './schema.ts'

/** A link by which people without an account hear a script. Its secret is nowhere. */
export type ReviewLink = {
  readonly id: string
  /** What the one who made it calls it; empty if it has no name. */
  readonly name: string
  /** The member that made it; null for API keys and the operator's link. */
  readonly memberId: string | null
  readonly allowsComments: boolean
  /** UTF-16 units that may be spoken by it. */
  readonly charactersPerMonth: number
  readonly createdAt: number
  readonly endsAt: number
  readonly revokedAt: number | null
}

export type NewReviewLink = Omit<ReviewLink, 'id' | 'revokedAt' | 'createdAt'> & {
  readonly accountId: string
  /** SHA-256 of the secret, in hex. */
  readonly hash: string
  readonly now: number
}

/** What the ids of review links begin with. Usage has them in the place of keys. */
const REVIEW_PREFIX = 'rev_'
/** Links of a project that have not ended. */
const MOST_LINKS = 50
/** Links that have ended and are still listed. */
const MOST_ENDED = 50

type Place = Pick<ProjectRecord, 'position'>

/** Adds a link to a project that this transaction has locked. Throws CONFLICT if it has too many. */
export async function insertReviewLink(
  transaction: Database,
  { position: project }: Place,
  { accountId, hash, now, ...link }: NewReviewLink,
): Promise<ReviewLink> {
  const row = {
    id: `${REVIEW_PREFIX}${randomUUID()}`,
    name: link.name,
    member_id: link.memberId,
    allows_comments: link.allowsComments ? 1 : 0,
    characters_per_month: link.charactersPerMonth,
    created_at: now,
    ends_at: link.endsAt,
  }
  await transaction
    .insertInto('review_links')
    .values({ ...row, project, account_id: accountId, hash })
    .execute()
  const all = await listReviewLinks(transaction, { position: project })
  const [valid, ended] = [all.filter((one) => !hasEnded(one, now)), all.filter((one) => hasEnded(one, now))]
  if (valid.length > MOST_LINKS)
    throw new ServiceError(
      'CONFLICT',
      `Cannot create review link: the project has ${MOST_LINKS}, which is all it may have; end one first`,
    )
  const old = ended.slice(MOST_ENDED).map(({ id }) => id)
  if (old.length > 0) await transaction.deleteFrom('review_links').where('id', 'in', old).execute()
  return toReviewLink({ ...row, revoked_at: null })
}

/** Whether nobody can use a link any more. */
export function hasEnded({ endsAt, revokedAt }: Pick<ReviewLink, 'endsAt' | 'revokedAt'>, now: number): boolean {
  return revokedAt !== null || endsAt <= now
}

/** The review links of a project, newest first, those that have ended too. */
export async function listReviewLinks(db: Database, { position }: Place): Promise<readonly ReviewLink[]> {
  const rows = await db
    .selectFrom('review_links')
    .selectAll()
    .where('project', '=', position)
    .orderBy('position', 'desc')
    .execute()
  return rows.map(toReviewLink)
}

/** Ends a link. Returns it. NOT_FOUND if the project has none of this id. */
export async function revokeReviewLink(
  transaction: Database,
  { position }: Place,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<ReviewLink> {
  await transaction
    .updateTable('review_links')
    .set({ revoked_at: now })
    .where('project', '=', position)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  const link = (await listReviewLinks(transaction, { position })).find((one) => one.id === id)
  if (link === undefined) throw new ServiceError('NOT_FOUND', `Cannot find review link "${id}"`)
  return link
}

/** A link with what its project and its account say about it. */
export type FoundReviewLink = ReviewLink & {
  readonly accountId: string
  readonly projectId: string
  readonly isTrashed: boolean
  readonly plan: string
  readonly status: AccountStatus
  /** Whether the member that made it was removed. */
  readonly isOfRemoved: boolean
}

/** The link with a secret of this hash; undefined if there is none. */
export async function findReviewLink(db: Database, hash: string): Promise<FoundReviewLink | undefined> {
  const row = await db
    .selectFrom('review_links as link')
    .innerJoin('projects', 'projects.position', 'link.project')
    .innerJoin('accounts', 'accounts.id', 'link.account_id')
    .leftJoin('members', 'members.id', 'link.member_id')
    .selectAll('link')
    .select([
      'projects.id as project_id',
      'projects.trashed_at',
      'accounts.plan',
      'accounts.status',
      'members.removed_at',
    ])
    .where('link.hash', '=', hash)
    .executeTakeFirst()
  return (
    row && {
      ...toReviewLink(row),
      accountId: row.account_id,
      projectId: row.project_id,
      isTrashed: row.trashed_at !== null,
      plan: row.plan,
      status: row.status,
      isOfRemoved: row.removed_at !== null,
    }
  )
}

type Row = Omit<Selectable<Schema['review_links']>, 'position' | 'project' | 'account_id' | 'hash'>

function toReviewLink(row: Row): ReviewLink {
  return {
    id: row.id,
    name: row.name,
    memberId: row.member_id,
    allowsComments: row.allows_comments === 1,
    charactersPerMonth: row.characters_per_month,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    revokedAt: row.revoked_at,
  }
}
