import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { recordChange } from '../../accounts/management/record-change.ts'
import type { BucketRate } from '../../accounts/token-buckets.ts'
import { ServiceError } from '../../errors.ts'
import { locateAnchors } from '../../projects/anchors.ts'
import { parseComment, parseReviewerName } from '../../projects/check-comment.ts'
import { listSpoken } from '../../projects/list-spoken.ts'
import { readScript } from '../../projects/read-script.ts'
import type { Database } from '../../storage/database.ts'
import {
  type CommentThread,
  countReviewComments,
  findComment,
  findThread,
  listThreads,
  type NewComment,
} from '../../storage/records/project-comments.ts'
import { findProject, type ProjectKey } from '../../storage/records/projects.ts'
import { whenClosed } from '../answers/caller-left.ts'
import type { App } from '../app.ts'
import type { CallerGuard } from '../requests/guard-callers.ts'
import { anchorComment, keepComment, lockComments, moderateComment } from '../requests/keep-comment.ts'
import { createReviewCallers, expectReviewers, limitReview, reviewOf } from '../requests/review-callers.ts'
import { streamBody } from '../routes/stream.ts'
import {
  commentInputSchema,
  commentListQuerySchema,
  replyInputSchema,
  toCommentBody,
  toCommentQuery,
  toPlace,
  toReplyBody,
} from '../schemas/comment.ts'
import { toScriptBody } from '../schemas/script.ts'
import type { Services } from '../services.ts'

const REVIEW = '/studio/review'
/** Hz. The page plays at this rate. */
const SAMPLE_RATE = 24_000

/** Comments and replies that come by one link. */
const MOST_COMMENTS = 200
const COMMENTS: BucketRate = { perSecond: 0.2, burst: 10 }
const MOST_STREAMS = 4

const name = Type.String({ maxLength: 1000 })
const reviewCommentSchema = Type.Object({ ...commentInputSchema.properties, name })
const reviewReplySchema = Type.Object({ ...replyInputSchema.properties, name })
const replyParametersSchema = Type.Object({ comment_id: Type.String() })
const paragraphParametersSchema = Type.Object({ paragraph_id: Type.String() })
/** The text as the page has it, which is compared and never spoken. */
const speechSchema = Type.Object({ text: Type.String() })

/**
 * What people do who have a review link and no account: read its script, hear its paragraphs, read and write comments. Each request names the
 * link by its secret, in a header, and nothing else leads to a script.
 */
export function registerReviewRoutes(app: App, services: Services, callers: CallerGuard): void {
  void app.register(
    async (scope: App) => {
      expectReviewers(scope)
      callers.guard(scope, { prefix: REVIEW, others: createReviewCallers(services) })
      hideQuota(scope)
      registerReading(scope, services)
      registerSpeech(scope, services)
      registerComments(scope, services)
    },
    { prefix: REVIEW },
  )
}

/** What the account has used is not for reviewers to know. */
function hideQuota(app: App): void {
  app.addHook('onSend', async (_, reply) => {
    for (const header of Object.keys(reply.getHeaders()))
      if (/^(?:x-quota|x-rate-limit|ratelimit)/.test(header)) reply.removeHeader(header)
  })
}

function keyOf(request: Pick<FastifyRequest, 'reviewLink'>): ProjectKey {
  const { accountId, projectId: id } = reviewOf(request)
  return { accountId, id }
}

function registerReading(app: App, { scripts }: Services): void {
  app.get('/', async (request) => {
    const { allowsComments, endsAt } = reviewOf(request)
    const script = await scripts.read(keyOf(request), (doc, { revision }) => toScriptBody(readScript(doc), revision))
    const { library_ids: _, ...shown } = script
    return { ...shown, allows_comments: allowsComments, ends_at: endsAt }
  })
}

function registerSpeech(app: App, services: Services): void {
  const running = new Map<string, number>()

  app.post(
    // Its last part is what usage calls it.
    '/paragraphs/:paragraph_id/review-speech',
    {
      config: { isStream: true, bodyKind: 'text', spokenField: 'text' },
      schema: { params: paragraphParametersSchema, body: speechSchema },
    },
    async (request, reply) => {
      takeStream(running, { id: reviewOf(request).id, reply })
      const script = await services.scripts.read(keyOf(request), readScript)
      const { paragraph_id: id } = request.params
      const paragraph = listSpoken(script).find((one) => one.id === id)
      if (paragraph === undefined)
        throw new ServiceError('NOT_FOUND', 'This paragraph is not in the script any more: load the page again')
      if (paragraph.markup !== request.body.text)
        throw new ServiceError('CONFLICT', 'Somebody has just changed this paragraph: load the page again')
      const body = {
        speaker_id: paragraph.speaker,
        text: paragraph.markup,
        library_ids: [...script.libraryIds],
        audio_configs: { file_format: 'pcm', sample_rate: SAMPLE_RATE },
        include_word_timing: true,
      }
      return await streamBody(body, { request, reply }, services)
    },
  )
}

type RunningStream = { readonly id: string; readonly reply: FastifyReply }

/** Counts a stream of a link until its answer ends. Throws RATE_LIMITED if too many are under way. */
function takeStream(running: Map<string, number>, { id, reply }: RunningStream): void {
  const count = running.get(id) ?? 0
  if (count >= MOST_STREAMS)
    throw new ServiceError('RATE_LIMITED', 'Too many people listen by this review link: try again in a moment', {
      headers: { 'retry-after': '1' },
    })
  running.set(id, count + 1)
  whenClosed(reply.raw, () => {
    const left = (running.get(id) ?? 1) - 1
    if (left > 0) running.set(id, left)
    else running.delete(id)
  })
}

function registerComments(app: App, services: Services): void {
  const { db, scripts } = services

  app.get('/comments', { schema: { querystring: commentListQuerySchema } }, async (request) => {
    const project = await findProject(db, keyOf(request))
    const threads = await listThreads(db, project, toCommentQuery(request.query))
    const anchors = threads.map(({ anchor }) => anchor)
    const places = await scripts.read(keyOf(request), (doc) => locateAnchors(doc, anchors))
    return {
      revision: project.revision,
      comments_revision: project.commentsRevision,
      comments: threads.map((thread, index) => toPublicBody(thread, places[index])),
    }
  })

  app.post('/comments', { schema: { body: reviewCommentSchema } }, async (request) => {
    const { body } = request
    const about = async () => await anchorComment(keyOf(request), { place: toPlace(body), quote: body.quote }, services)
    return await addComment(request, { body, about }, services, async (transaction, position, id) =>
      toPublicBody(await findThread(transaction, { position }, id), toPlace(body)),
    )
  })

  app.post(
    '/comments/:comment_id/replies',
    { schema: { params: replyParametersSchema, body: reviewReplySchema } },
    async (request) => {
      const { body, params } = request
      const about = async () => ({ threadId: params.comment_id })
      return await addComment(request, { body, about }, services, async (transaction, position, id) =>
        withoutIds(toReplyBody(await findComment(transaction, { position }, id), mayNothing)),
      )
    },
  )
}

type Written = {
  readonly body: Static<typeof reviewReplySchema>
  readonly about: () => Promise<NewComment['about']>
}

type ByReviewer = Pick<FastifyRequest, 'reviewLink' | 'accountId' | 'plan' | 'ip'>

/** Keeps what a reviewer has written, which the audit log notes with the link and the address. */
async function addComment<Answer>(
  request: ByReviewer,
  { body, about }: Written,
  services: Services,
  answer: (transaction: Database, position: number, id: string) => Promise<Answer>,
): Promise<Answer> {
  const link = reviewOf(request)
  const { accountId, plan, ip: address } = request
  if (!link.allowsComments)
    throw new ServiceError('FORBIDDEN', 'This review link takes no comments: it is for listening')
  await limitReview({ id: link.id, act: 'comments', rate: COMMENTS }, services)
  const [text, reviewer] = [parseComment(body.text), parseReviewerName(body.name)]
  await moderateComment([text, reviewer], request, services)
  const found = await about()
  const now = services.clock()
  const written = await services.db.transaction().execute(async (transaction) => {
    const project = await lockComments(transaction, keyOf(request))
    if ((await countReviewComments(transaction, link.id)) >= MOST_COMMENTS)
      throw new ServiceError(
        'CONFLICT',
        `Cannot keep the comment: ${MOST_COMMENTS} have come by this review link, which is all that may`,
      )
    const author = { reviewer: { linkId: link.id, name: reviewer } }
    const comment = { accountId, author, text, now, about: found }
    const id = await keepComment(transaction, project, { comment, plan }).catch(hideLimits)
    await recordChange(
      transaction,
      { actor: { kind: 'unknown', address }, now },
      {
        action: 'addReviewComment',
        accountId,
        target: `${link.projectId}/${id}`,
        details: { review_link_id: link.id },
      },
    )
    return await answer(transaction, project.position, id)
  })
  services.projects.wake()
  return written
}

/** What an account has room for is not for reviewers to know. */
function hideLimits(error: unknown): never {
  if (error instanceof ServiceError && error.code === 'CONFLICT')
    throw new ServiceError('CONFLICT', 'Cannot keep the comment: this script has no room for more')
  throw error
}

const mayNothing = (): boolean => false

/** A comment without what only the account may know. */
function toPublicBody(thread: CommentThread, place: Parameters<typeof toCommentBody>[1]) {
  const { anchor: _, replies, ...body } = toCommentBody(thread, place, mayNothing)
  return { ...withoutIds(body), replies: replies.map(withoutIds) }
}

function withoutIds<Body extends { readonly author: { readonly kind: string; readonly name: string | null } }>(
  body: Body,
) {
  const { kind, name: written } = body.author
  return { ...body, author: { kind, name: written } }
}
