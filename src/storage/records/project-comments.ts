import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { addStoredBytes } from './account-storage.ts'
import type { ProjectRecord } from './projects.ts'

/** Who wrote a comment. */
export type CommentAuthor =
  | { readonly kind: 'member'; readonly memberId: string; readonly name: string }
  /** Somebody with a review link, who has typed a name. */
  | { readonly kind: 'reviewer'; readonly reviewLinkId: string; readonly name: string }
  /** An API key or the operator's link. */
  | { readonly kind: 'account' }

export type Comment = {
  readonly id: string
  readonly author: CommentAuthor
  readonly text: string
  readonly createdAt: number
}

/** A comment on words of a script, and the replies to it. */
export type CommentThread = Comment & {
  /** Relative positions of Yjs, in base64. */
  readonly anchor: { readonly start: string; readonly end: string }
  /** The words as they were. */
  readonly quote: string
  readonly resolvedAt: number | null
  /** The name of the member that resolved it; null for API keys and the operator's link. */
  readonly resolvedBy: string | null
  /** Oldest first. */
  readonly replies: readonly Comment[]
}

/** Comments of a project, and replies to one comment. */
export const MOST_COMMENTS = 2000
const MOST_REPLIES = 200
/** What a row takes besides its texts. */
const ROW_BYTES = 300

/** The one that writes: a member, somebody with a review link, or neither. */
type Writer = { readonly memberId?: string; readonly reviewer?: { readonly linkId: string; readonly name: string } }

export type NewComment = {
  readonly accountId: string
  readonly author: Writer
  readonly text: string
  readonly now: number
  /** What it is about; a reply is about what its thread is. */
  readonly about: Pick<CommentThread, 'anchor' | 'quote'> | { readonly threadId: string }
}

type Place = Pick<ProjectRecord, 'position'>

/** Adds a comment to a project that this transaction has locked. Returns its id. Throws NOT_FOUND, or CONFLICT if there are too many. */
export async function insertComment(
  transaction: Database,
  { position: project }: Place,
  { accountId, author, text, now, about }: NewComment,
): Promise<string> {
  const id = randomUUID()
  const thread = 'threadId' in about ? await findThreadPosition(transaction, project, about.threadId) : null
  const words = 'anchor' in about ? about : undefined
  const texts = [text, words?.quote ?? '', words?.anchor.start ?? '', words?.anchor.end ?? '']
  const bytes = texts.reduce((sum, one) => sum + Buffer.byteLength(one), ROW_BYTES)
  await transaction
    .insertInto('project_comments')
    .values({
      project,
      account_id: accountId,
      id,
      thread,
      member_id: author.memberId ?? null,
      review_link_id: author.reviewer?.linkId ?? null,
      reviewer: author.reviewer?.name ?? null,
      text,
      anchor_start: words?.anchor.start ?? null,
      anchor_end: words?.anchor.end ?? null,
      quote: words?.quote ?? null,
      created_at: now,
      bytes,
    })
    .execute()
  await refuseTooMany(transaction, { project, thread })
  await addStoredBytes(transaction, { accountId, bytes })
  return id
}

async function refuseTooMany(
  db: Database,
  { project, thread }: { readonly project: number; readonly thread: number | null },
): Promise<void> {
  const count = async (column: 'project' | 'thread', value: number): Promise<number> => {
    const row = await db
      .selectFrom('project_comments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(column, '=', value)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  if ((await count('project', project)) > MOST_COMMENTS)
    throw new ServiceError(
      'CONFLICT',
      `Cannot keep the comment: the project has ${MOST_COMMENTS}, which is all it may have; delete some first`,
    )
  if (thread !== null && (await count('thread', thread)) > MOST_REPLIES)
    throw new ServiceError(
      'CONFLICT',
      `Cannot keep the reply: the comment has ${MOST_REPLIES}, which is all it may have; write a new comment`,
    )
}

async function findThreadPosition(db: Database, project: number, id: string): Promise<number> {
  const row = await db
    .selectFrom('project_comments')
    .select('position')
    .where('project', '=', project)
    .where('thread', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.position ?? refuseUnknown(id)
}

function refuseUnknown(id: string): never {
  throw new ServiceError('NOT_FOUND', `Cannot find comment "${id}"`)
}

/** How many comments and replies have come by a review link. */
export async function countReviewComments(db: Database, reviewLinkId: string): Promise<number> {
  const { count } = await db
    .selectFrom('project_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('review_link_id', '=', reviewLinkId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type CommentQuery = {
  readonly limit: number
  /** Only those that are resolved, or that are not. */
  readonly isResolved?: boolean | undefined
  /** The id of a comment: only older ones. */
  readonly before?: string | undefined
}

/** The comments of a project that answer no other, newest first, with the replies to them. */
export async function listThreads(
  db: Database,
  { position: project }: Place,
  { limit, isResolved, before }: CommentQuery,
): Promise<readonly CommentThread[]> {
  let query = select(db).where('comment.project', '=', project).where('comment.thread', 'is', null)
  if (isResolved !== undefined) query = query.where('comment.resolved_at', isResolved ? 'is not' : 'is', null)
  if (before !== undefined) query = query.where('comment.position', '<', await findThreadPosition(db, project, before))
  const rows = await query.orderBy('comment.position', 'desc').limit(limit).execute()
  return await withReplies(db, rows)
}

/** Returns a comment that answers no other. NOT_FOUND if the project has none of this id. */
export async function findThread(db: Database, { position: project }: Place, id: string): Promise<CommentThread> {
  const rows = await select(db)
    .where('comment.project', '=', project)
    .where('comment.thread', 'is', null)
    .where('comment.id', '=', id)
    .execute()
  const [thread] = await withReplies(db, rows)
  return thread ?? refuseUnknown(id)
}

/** Returns a comment or a reply. NOT_FOUND if the project has none of this id. */
export async function findComment(db: Database, { position: project }: Place, id: string): Promise<Comment> {
  const row = await select(db).where('comment.project', '=', project).where('comment.id', '=', id).executeTakeFirst()
  return row === undefined ? refuseUnknown(id) : toComment(row)
}

/** Resolves a comment, or opens it again. */
export async function resolveThread(
  transaction: Database,
  id: string,
  resolved: { readonly at: number; readonly by: string | undefined } | undefined,
): Promise<void> {
  await transaction
    .updateTable('project_comments')
    .set({ resolved_at: resolved?.at ?? null, resolved_by: resolved?.by ?? null })
    .where('id', '=', id)
    .execute()
}

/** Deletes a comment with the replies to it, or one reply. */
export async function deleteComment(transaction: Database, id: string): Promise<void> {
  const row = await transaction
    .selectFrom('project_comments')
    .select('position')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  await transaction
    .deleteFrom('project_comments')
    .where(({ or, eb }) => or([eb('position', '=', row.position), eb('thread', '=', row.position)]))
    .execute()
}

function select(db: Database) {
  return db
    .selectFrom('project_comments as comment')
    .leftJoin('members as author', 'author.id', 'comment.member_id')
    .leftJoin('members as resolver', 'resolver.id', 'comment.resolved_by')
    .select([
      'comment.position',
      'comment.id',
      'comment.thread',
      'comment.member_id',
      'author.name as member_name',
      'comment.review_link_id',
      'comment.reviewer',
      'comment.text',
      'comment.anchor_start',
      'comment.anchor_end',
      'comment.quote',
      'comment.created_at',
      'comment.resolved_at',
      'resolver.name as resolver_name',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

async function withReplies(db: Database, rows: readonly Row[]): Promise<readonly CommentThread[]> {
  if (rows.length === 0) return []
  const positions = rows.map(({ position }) => position)
  const replies = await select(db).where('comment.thread', 'in', positions).orderBy('comment.position').execute()
  const byThread = Map.groupBy(replies, ({ thread }) => thread)
  return rows.map((row) => ({
    ...toComment(row),
    anchor: { start: row.anchor_start ?? '', end: row.anchor_end ?? '' },
    quote: row.quote ?? '',
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolver_name,
    replies: (byThread.get(row.position) ?? []).map(toComment),
  }))
}

function toComment(row: Row): Comment {
  return { id: row.id, author: toAuthor(row), text: row.text, createdAt: row.created_at }
}

function toAuthor({ member_id, member_name, review_link_id, reviewer }: Row): CommentAuthor {
  if (review_link_id !== null) return { kind: 'reviewer', reviewLinkId: review_link_id, name: reviewer ?? '' }
  if (member_id !== null) return { kind: 'member', memberId: member_id, name: member_name ?? '' }
  return { kind: 'account' }
}
