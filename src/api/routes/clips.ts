import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { expectBytes, expectSeconds } from '../../delivery/clips/expect-bytes.ts'
import { removeClip } from '../../delivery/clips/remove-clip.ts'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { type ClipDetails, insertClips } from '../../storage/records/accept-clips.ts'
import { findClips, listClips } from '../../storage/records/clips.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { describeClip } from '../answers/describe-clip.ts'
import { methodNotAllowed } from '../answers/not-found.ts'
import { toShownWarnings } from '../answers/warn-caller.ts'
import type { App } from '../app.ts'
import { type Acceptance, acceptClips } from '../requests/accept-clips.ts'
import { auditChange } from '../requests/audited-change.ts'
import { openAllotment } from '../requests/open-allotment.ts'
import { type PlannedRequest, type PlanningOptions, planRequest, type SpeechCall } from '../requests/plan-request.ts'
import { clipListQuerySchema, clipListSchema, clipSchema, parseClipFilter } from '../schemas/clip.ts'
import { parseClipDetails } from '../schemas/clip-details.ts'
import { MAX_CLIPS } from '../schemas/combination.ts'
import type { Services } from '../services.ts'

/** Clips: accept one or many, list, get, delete. Each is planned whole and stored before the answer; workers render it. */
export function registerClipRoutes(app: App, services: Services): void {
  const { db, clock } = services

  app.post(
    '/clips',
    { config: { createsClips: true, spokenField: 'text', bodyKind: 'texts' } },
    async (request, reply) => {
      const { body, accountId, plan, log } = request
      // The answer is JSON: what `Accept` says is about it, not about the clips.
      const call = { accountId, plan, log, headers: { ...request.headers, accept: undefined } }
      const signal = abortWhenCallerLeaves(reply)
      const planned = await planClips(body, call, { services, signal })
      const allotment = await openAllotment(request, planned, services)
      const clips = planned.map(({ plan, output, details, textLength, audioBytes }, i) => ({
        ...details,
        plan,
        format: output,
        characters: textLength,
        warnings: toShownWarnings(plan.warnings),
        charge: allotment.clipCharges[i],
        audioBytes,
      }))
      const characters = planned.reduce((sum, { textLength }) => sum + textLength, 0)
      const isBulk = Array.isArray(body)
      const accept = async (transaction: Database): Promise<Acceptance<object>> => {
        const accepted = await insertClips(transaction, { accountId, clips, isBulk, now: clock() })
        const ids = accepted.map(({ id }) => id)
        return { clips: accepted, answer: isBulk ? { clip_ids: ids } : { clip_id: ids[0] } }
      }
      return await acceptClips({ request, charged: { allotment, characters }, accept }, services)
    },
  )

  app.get(
    '/clips',
    { schema: { querystring: clipListQuerySchema, response: { 200: clipListSchema } } },
    async ({ accountId, query, url }, reply) => {
      const filter = parseClipFilter(query)
      const clips = await listClips(db, { accountId, ...filter })
      const last = clips.at(-1)
      if (clips.length === filter.limit && last !== undefined) {
        void reply.header('link', `<${nextPage(url, last.id)}>; rel="next"`)
      }
      return await Promise.all(clips.map((clip) => describeClip(clip, services)))
    },
  )

  app.get('/clips/:clip_id', { schema: { response: { 200: clipSchema } } }, async (request) => {
    const [clip] = await findClips(db, { accountId: request.accountId, ids: [clipIdOf(request)] })
    return await describeClip(clip!, services)
  })

  app.delete('/clips/:clip_id', { schema: { response: { 200: clipSchema } } }, async (request) => {
    const [clip] = await findClips(db, { accountId: request.accountId, ids: [clipIdOf(request)] })
    await removeClip(clip!, services, (transaction) => auditChange(transaction, request, { now: clock() }))
    return await describeClip(clip!, services)
  })
}

/** The id in the path. `/clips/combine` is no clip. */
function clipIdOf(request: Pick<FastifyRequest, 'params' | 'method' | 'url'>): string {
  const { clip_id: id } = request.params as { clip_id: string }
  if (id === 'combine') throw methodNotAllowed(request, ['POST'])
  return id
}

type PlannedClip = PlannedRequest & { readonly details: ClipDetails; readonly audioBytes: number }

async function planClip(body: unknown, call: SpeechCall, options: PlanningOptions): Promise<PlannedClip> {
  const planned = await planRequest(body, call, options)
  const { plan, output, sampleRate } = planned
  const audioBytes = expectBytes({ seconds: expectSeconds(plan), sampleRate }, output)
  return { ...planned, audioBytes, details: parseClipDetails(body) }
}

/** Plans one body or each of an array, with a turn of the event loop for each; an error in an array names the item. */
async function planClips(body: unknown, call: SpeechCall, options: PlanningOptions): Promise<PlannedClip[]> {
  if (!Array.isArray(body)) return [await planClip(body, call, options)]
  if (body.length < 1 || body.length > MAX_CLIPS) {
    throw new ServiceError('MISSING_ARGUMENT', `Cannot accept ${body.length} clips at once: expected 1 to ${MAX_CLIPS}`)
  }
  const planned: PlannedClip[] = []
  for (const [index, item] of body.entries()) {
    await nextTurn()
    options.signal.throwIfAborted()
    planned.push(
      await planClip(item, call, options).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        const { code, status, message } = error
        throw new ServiceError(code, `Clip ${index + 1} of ${body.length}: ${message}`, { status, cause: error })
      }),
    )
  }
  return planned
}

function nextPage(url: string, before: string): string {
  const [path, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('before', before)
  return `${path}?${parameters.toString()}`
}
