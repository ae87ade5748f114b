import { type Static, Type } from 'typebox'
import type { Place } from '../../projects/anchors.ts'
import { COMMENT_LIMITS } from '../../projects/check-comment.ts'
import type { Comment, CommentAuthor, CommentQuery, CommentThread } from '../../storage/records/project-comments.ts'
import { orNull } from './optional.ts'

const MAX_COMMENTS_LISTED = 100

const text = Type.String({ description: `At most ${COMMENT_LIMITS.text} characters, without markup` })
const time = Type.Integer({ description: 'Epoch milliseconds' })
const offset = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000_000, description })

/** Words of a paragraph, as their reader sees them. */
const placeFields = {
  paragraph_id: Type.String({ maxLength: 500 }),
  start: offset('Where the words begin, in UTF-16 units of the text of the paragraph without its markup'),
  end: offset('Where they end'),
}

export const commentInputSchema = Type.Object(
  {
    ...placeFields,
    quote: Type.Optional(
      Type.String({
        description: 'The words. If they have moved in the paragraph meanwhile, they are found; if they are gone, 409',
      }),
    ),
    text,
  },
  { description: 'A comment on some words of a script' },
)

export const replyInputSchema = Type.Object({ text }, { description: 'A reply to a comment' })

export const commentParametersSchema = Type.Object({ project_id: Type.String(), comment_id: Type.String() })

export const commentListQuerySchema = Type.Object({
  state: Type.Optional(
    Type.Unsafe<'open' | 'resolved'>({
      type: 'string',
      enum: ['open', 'resolved'],
      description: 'Only these; all without it',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9][0-9]?|100)$',
      description: `A whole number from 1 to ${MAX_COMMENTS_LISTED}`,
    }),
  ),
  before: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a comment: only older ones' })),
})

export const commentAuthorSchema = Type.Object({
  kind: Type.Unsafe<CommentAuthor['kind']>({
    type: 'string',
    enum: ['member', 'reviewer', 'account'],
    description: 'A member; somebody with a review link; an API key or the link of the operator',
  }),
  name: orNull({ type: 'string', description: 'A reviewer may have typed any name. Null for `account`' }),
  member_id: Type.Optional(Type.String()),
  review_link_id: Type.Optional(Type.String()),
})

const commentFields = {
  comment_id: Type.String(),
  author: commentAuthorSchema,
  text,
  created_at: time,
  may_delete: Type.Boolean({ description: 'Whether the caller may delete it' }),
}

export const replySchema = Type.Object(commentFields, { description: 'A reply to a comment' })

export const commentSchema = Type.Object(
  {
    ...commentFields,
    quote: Type.String({ description: 'The words that it is about, as they were' }),
    place: orNull(
      Type.Object(placeFields, { description: 'Where these words are now; null if nothing of them is left' }),
    ),
    anchor: Type.Object(
      { start: Type.String(), end: Type.String() },
      { description: 'Their place in the shared document: relative positions of Yjs, in base64' },
    ),
    resolved_at: orNull({ type: 'integer', description: 'Epoch milliseconds; null if it is open' }),
    resolved_by: orNull({ type: 'string', description: 'The name of a member' }),
    replies: Type.Array(replySchema, { description: 'Oldest first' }),
  },
  { description: 'A comment on some words of a script' },
)

export const commentListSchema = Type.Object({
  comments_revision: Type.Integer({ description: 'Rises with every change of the comments' }),
  comments: Type.Array(commentSchema, { description: 'Newest first. Ask with `before` for older ones' }),
})

/** What a query asks for. */
export function toCommentQuery({ state, limit, before }: Static<typeof commentListQuerySchema>): CommentQuery {
  return {
    limit: Number(limit ?? MAX_COMMENTS_LISTED),
    ...(state !== undefined && { isResolved: state === 'resolved' }),
    ...(before !== undefined && { before }),
  }
}

/** The place of a body. */
export function toPlace({ paragraph_id, start, end }: Static<typeof commentInputSchema>): Place {
  return { paragraphId: paragraph_id, start, end }
}

/** What the caller may delete. */
export type MayDelete = (author: CommentAuthor) => boolean

export function toReplyBody({ id, author, text: written, createdAt }: Comment, mayDelete: MayDelete) {
  return {
    comment_id: id,
    author: toAuthorBody(author),
    text: written,
    created_at: createdAt,
    may_delete: mayDelete(author),
  }
}

export function toCommentBody(thread: CommentThread, place: Place | undefined, mayDelete: MayDelete) {
  return {
    ...toReplyBody(thread, mayDelete),
    quote: thread.quote,
    place: place === undefined ? null : { paragraph_id: place.paragraphId, start: place.start, end: place.end },
    anchor: { ...thread.anchor },
    resolved_at: thread.resolvedAt,
    resolved_by: thread.resolvedBy,
    replies: thread.replies.map((reply) => toReplyBody(reply, mayDelete)),
  }
}

function toAuthorBody(author: CommentAuthor) {
  if (author.kind === 'account') return { kind: author.kind, name: null }
  const { kind, name } = author
  return author.kind === 'member'
    ? { kind, name, member_id: author.memberId }
    : { kind, name, review_link_id: author.reviewLinkId }
}
