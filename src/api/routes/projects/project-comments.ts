import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../../errors.ts'
import { locateAnchors } from '../../../projects/anchors.ts'
import { parseComment } from '../../../projects/check-comment.ts'
import type { Database } from '../../../storage/database.ts'
import {
  type CommentAuthor,
  deleteComment,
  findComment,
  findThread,
  listThreads,
  resolveThread,
} from '../../../storage/records/project-comments.ts'
import { findProject, type ProjectRecord } from '../../../storage/records/projects.ts'
import type { App } from '../../app.ts'
import { changeAudited, createAudited } from '../../requests/audited-change.ts'
import { anchorComment, keepComment, lockComments, moderateComment } from '../../requests/keep-comment.ts'
import {
  commentInputSchema,
  commentListQuerySchema,
  commentListSchema,
  commentParametersSchema,
  commentSchema,
  type MayDelete,
  replyInputSchema,
  replySchema,
  toCommentBody,
  toCommentQuery,
  toPlace,
  toReplyBody,
} from '../../schemas/comment.ts'
import { projectParametersSchema } from '../../schemas/project.ts'
import type { Services } from '../../services.ts'
import { keyOf } from './project-key.ts'

const COLLECTION = '/projects/:project_id/comments'
const ITEM = `${COLLECTION}/:comment_id`

type ByProject = FastifyRequest<{ Params: { project_id: string } }>

/** The comments on a script: list, write, answer, resolve, open again, delete. */
export function registerProjectCommentRoutes(app: App, services: Services): void {
  const { db, clock, scripts, projects } = services
  const params = commentParametersSchema

  /** A comment as its caller sees it. */
  const show = async (connection: Database, request: ByProject, id: string) => {
    const project = await findProject(connection, keyOf(request))
    const thread = await findThread(connection, project, id)
    const [place] = await scripts.read(keyOf(request), (doc) => locateAnchors(doc, [thread.anchor]))
    return toCommentBody(thread, place, mayDelete(request))
  }

  app.get(
    COLLECTION,
    {
      schema: {
        params: projectParametersSchema,
        querystring: commentListQuerySchema,
        response: { 200: commentListSchema },
      },
    },
    async (request) => {
      // Before the comments, so that a reader that knows this revision has at least those.
      const project = await findProject(db, keyOf(request))
      const threads = await listThreads(db, project, toCommentQuery(request.query))
      const anchors = threads.map(({ anchor }) => anchor)
      const places = await scripts.read(keyOf(request), (doc) => locateAnchors(doc, anchors))
      return {
        comments_revision: project.commentsRevision,
        comments: threads.map((thread, index) => toCommentBody(thread, places[index], mayDelete(request))),
      }
    },
  )

  app.post(
    COLLECTION,
    { schema: { params: projectParametersSchema, body: commentInputSchema, response: { 200: commentSchema } } },
    async (request) => {
      const { accountId, plan, body } = request
      const key = keyOf(request)
      const text = parseComment(body.text)
      await moderateComment([text], request, services)
      const place = toPlace(body)
      const about = await anchorComment(key, { place, quote: body.quote }, services)
      const answer = await createAudited(request, services, async (transaction) => {
        const project = await lockComments(transaction, key)
        const comment = { accountId, author: writerOf(request), text, now: clock(), about }
        const id = await keepComment(transaction, project, { comment, plan })
        return toCommentBody(await findThread(transaction, project, id), place, mayDelete(request))
      })
      projects.wake()
      return answer
    },
  )

  app.post(
    `${ITEM}/replies`,
    { schema: { params, body: replyInputSchema, response: { 200: replySchema } } },
    async (request) => {
      const { accountId, plan } = request
      const text = parseComment(request.body.text)
      await moderateComment([text], request, services)
      const about = { threadId: request.params.comment_id }
      const answer = await createAudited(request, services, async (transaction) => {
        const project = await lockComments(transaction, keyOf(request))
        const comment = { accountId, author: writerOf(request), text, now: clock(), about }
        const id = await keepComment(transaction, project, { comment, plan })
        return toReplyBody(await findComment(transaction, project, id), mayDelete(request))
      })
      projects.wake()
      return answer
    },
  )

  for (const act of ['resolve', 'reopen'] as const)
    app.post(`${ITEM}/${act}`, { schema: { params, response: { 200: commentSchema } } }, async (request) => {
      const { comment_id: id } = request.params
      const resolved = act === 'resolve' ? { at: clock(), by: request.callerMember?.id } : undefined
      await changeAudited(request, services, async (transaction) => {
        await findThread(transaction, await lockComments(transaction, keyOf(request)), id)
        await resolveThread(transaction, id, resolved)
        return {}
      })
      projects.wake()
      return await show(db, request, id)
    })

  app.delete(ITEM, { schema: { params, response: { 200: replySchema } } }, async (request) => {
    const { comment_id: id } = request.params
    const answer = await changeAudited(request, services, async (transaction) => {
      const project = await lockComments(transaction, keyOf(request))
      const comment = await findComment(transaction, project, id)
      const may = mayDelete(request)
      if (!may(comment.author))
        throw new ServiceError(
          'FORBIDDEN',
          `Cannot delete comment "${id}": somebody else wrote it; you may resolve it, and those who may change the script may delete it`,
        )
      await refuseAnswered(transaction, project, { id, may })
      await deleteComment(transaction, id)
      return toReplyBody(comment, may)
    })
    projects.wake()
    return answer
  })
}

function writerOf({ callerMember }: Pick<FastifyRequest, 'callerMember'>): { readonly memberId?: string } {
  return callerMember === undefined ? {} : { memberId: callerMember.id }
}

/** Whoever may change a script may delete what others wrote about it: a reviewer may write anything. Others delete what is theirs. */
function mayDelete({ scopes, callerMember }: Pick<FastifyRequest, 'scopes' | 'callerMember'>): MayDelete {
  const isEditor = scopes.includes('projects:write')
  const isOwn = (author: CommentAuthor): boolean =>
    callerMember === undefined
      ? author.kind === 'account'
      : author.kind === 'member' && author.memberId === callerMember.id
  return (author) => scopes.includes('projects:comment') && (isEditor || isOwn(author))
}

/** A comment takes the replies to it along, which may be of others. Throws CONFLICT. */
async function refuseAnswered(
  transaction: Database,
  project: ProjectRecord,
  { id, may }: { readonly id: string; readonly may: MayDelete },
): Promise<void> {
  const thread = await findThread(transaction, project, id).catch((error: unknown) => {
    // A reply has none.
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined
    throw error
  })
  if (thread === undefined || thread.replies.every(({ author }) => may(author))) return
  throw new ServiceError('CONFLICT', `Cannot delete comment "${id}": others have answered it; resolve it instead`)
}
