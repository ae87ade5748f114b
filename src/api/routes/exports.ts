import type { FastifyRequest } from 'fastify'
import { findKeyMonth, keyLimitExceeded, quotaExceeded } from '../../accounts/character-quota.ts'
import { evictParagraphs } from '../../delivery/exports/evict-paragraphs.ts'
import { cancelExport, removeExport } from '../../delivery/exports/remove-export.ts'
import { ServiceError } from '../../errors.ts'
import { findExport, findLastRecipe, listExports } from '../../storage/records/exports.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { describeExport } from '../answers/describe-export.ts'
import type { App } from '../app.ts'
import {
  acceptExport,
  charactersOf,
  checkExport,
  estimateSeconds,
  type PlannedExport,
} from '../requests/accept-export.ts'
import { auditChange, changeAudited } from '../requests/audited-change.ts'
import { payerOf } from '../requests/authenticate.ts'
import { planParagraphs } from '../requests/plan-paragraphs.ts'
import {
  estimateSchema,
  exportListQuerySchema,
  exportListSchema,
  exportSchema,
  freedSchema,
  MAX_EXPORTS_LISTED,
  parseExportBody,
} from '../schemas/export.ts'
import type { Services } from '../services.ts'

type ById = { Params: { export_id: string } }

/** Exports: a script becomes files. What an earlier export has rendered is found again, and only what is new is charged. */
export function registerExportRoutes(app: App, services: Services): void {
  const { db, clock } = services

  app.post('/exports', { config: { createsClips: true, bodyKind: 'script' } }, async (request, reply) => {
    const planned = await planExport(request, { services, signal: abortWhenCallerLeaves(reply), isModerated: true })
    checkExport(planned, request, services)
    const { scriptId } = planned.body
    if (scriptId !== undefined) await services.scripts.keepExported({ accountId: request.accountId, id: scriptId })
    return await acceptExport(request, planned, services)
  })

  app.post(
    '/exports/estimate',
    { config: { bodyKind: 'script' }, schema: { response: { 200: estimateSchema } } },
    async (request, reply) => {
      const signal = abortWhenCallerLeaves(reply)
      const planned = await planExport(request, { services, signal, isModerated: false })
      const { body, paragraphs } = planned
      const { accountId } = request
      const last =
        body.scriptId === undefined ? undefined : await findLastRecipe(db, { accountId, scriptId: body.scriptId })
      const exported = new Set(last?.paragraphs.map(({ id, key }) => `${id} ${key}`))
      return {
        paragraphs: paragraphs.map(({ id, key, work, characters }) => ({
          characters,
          is_kept: work === undefined,
          is_changed: !exported.has(`${id ?? null} ${key}`),
        })),
        paragraphs_to_render: paragraphs.filter(({ work }) => work !== undefined).length,
        characters: charactersOf(planned),
        audio_seconds: estimateSeconds(planned),
        problem: await findProblem(request, planned, services),
      }
    },
  )

  app.get(
    '/exports',
    { schema: { querystring: exportListQuerySchema, response: { 200: exportListSchema } } },
    async ({ accountId, plan, query }) => {
      const { script_id: scriptId, limit = MAX_EXPORTS_LISTED, before } = query
      const exports = await listExports(db, {
        accountId,
        limit: Number(limit),
        ...(scriptId !== undefined && { scriptId }),
        ...(before !== undefined && { before }),
      })
      return exports.map((one) => describeExport(one, plan, services))
    },
  )

  app.get<ById>('/exports/:export_id', { schema: { response: { 200: exportSchema } } }, async (request) => {
    return describeExport(await findOwn(request, services), request.plan, services)
  })

  app.post<ById>('/exports/:export_id/cancel', { schema: { response: { 200: exportSchema } } }, async (request) => {
    const { id, status } = await findOwn(request, services)
    if (!(await cancelExport(db, id, clock())))
      throw new ServiceError('CONFLICT', `Cannot cancel export ${id}: it is ${status}, and not PROCESSING`)
    return describeExport(await findOwn(request, services), request.plan, services)
  })

  app.delete('/exports/speech', { schema: { response: { 200: freedSchema } } }, async (request) => {
    const { accountId } = request
    const freed = await evictParagraphs({ accountId, bytes: Number.POSITIVE_INFINITY }, services)
    return await changeAudited(request, services, async () => ({ freed_bytes: freed }))
  })

  app.delete<ById>('/exports/:export_id', { schema: { response: { 200: exportSchema } } }, async (request) => {
    const { id } = await findOwn(request, services)
    await cancelExport(db, id, clock())
    const removed = await findOwn(request, services)
    await removeExport(id, services, (transaction) => auditChange(transaction, request, { now: clock() }))
    return describeExport(removed, request.plan, services)
  })
}

async function findOwn({ accountId, params }: Pick<FastifyRequest<ById>, 'accountId' | 'params'>, { db }: Services) {
  return await findExport(db, { accountId, id: params.export_id })
}

type PlanExportOptions = Parameters<typeof planParagraphs>[2]

async function planExport(request: FastifyRequest, options: PlanExportOptions): Promise<PlannedExport> {
  const body = parseExportBody(request.body)
  return { body, paragraphs: await planParagraphs(body.paragraphs, request, options) }
}

/** What would refuse an export now. It may change before it is asked for. */
async function findProblem(
  request: FastifyRequest,
  planned: PlannedExport,
  services: Services,
): Promise<{ readonly code: string; readonly message: string } | null> {
  try {
    checkExport(planned, request, services)
    await refuseExcess(request, charactersOf(planned), services)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message }
    throw error
  }
}

/** Throws RATE_LIMITED if an account with a hard limit, or its key, has too few characters left this month. Reserves none. */
async function refuseExcess(
  { accountId, plan, callerKey, callerMember }: FastifyRequest,
  characters: number,
  { quota, db, clock }: Services,
): Promise<void> {
  const now = clock()
  const state = (await quota.open(accountId, plan)).read()
  const key = payerOf({ callerKey, callerMember })
  const month = key && (await findKeyMonth(db, key, state.month))
  if (key !== undefined && month !== undefined && month.used + characters > month.limit)
    throw keyLimitExceeded(characters, { key, ...month, now })
  if (plan.monthEnd === 'hard' && characters > state.remaining) throw quotaExceeded(characters, { ...state, now })
}
