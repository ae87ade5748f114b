import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { checkReplacementLimit, checkUploadLimit } from '../../accounts/library-limits.ts'
import { ServiceError } from '../../errors.ts'
import { addReplacements, listReplacements } from '../../storage/records/replacements.ts'
import type { App } from '../app.ts'
import { createAudited } from '../requests/audited-change.ts'
import { boundCsv, boundXml } from '../requests/bound-values.ts'
import { boundsOf, receiveBody } from '../requests/receive-body.ts'
import { libraryParametersSchema } from '../schemas/library.ts'
import { replacementsCreatedSchema, toReplacementBody } from '../schemas/replacement.ts'
import { formatReplacementCsv, parseReplacementCsv } from '../schemas/replacement-csv.ts'
import { parseReplacementPls } from '../schemas/replacement-pls.ts'
import { parseReplacementRows } from '../schemas/replacement-rows.ts'
import type { Services } from '../services.ts'

const COLLECTION = '/replacement_libraries/:library_id/replacements'

/** Replacements in bulk: upload all or none as JSON, CSV or PLS, and export them as JSON or CSV. */
export function registerBulkReplacementRoutes(app: App, services: Services): void {
  // In a scope of its own. Other routes parse every body as JSON, whatever its content type.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
      const { maxReplacements } = services.limits
      const bounds = boundsOf(request, services)
      const bytes = await receiveBody(request, payload, bounds)
      boundCsv(bytes, { values: bounds.values, rows: maxReplacements + 2 })
      return parseReplacementCsv(bytes, maxReplacements)
    })
    scope.addContentTypeParser('application/pls+xml', async (request: FastifyRequest, payload: Readable) => {
      const bounds = boundsOf(request, services)
      const bytes = await receiveBody(request, payload, bounds)
      boundXml(bytes, bounds)
      return parseReplacementPls(bytes)
    })
    registerUpload(scope, services)
  })
  registerExport(app, services)
}

function registerUpload(app: App, services: Services): void {
  const { clock, limits } = services
  const schema = { params: libraryParametersSchema, response: { 200: replacementsCreatedSchema } }
  app.post(`${COLLECTION}/bulk`, { config: { bodyKind: 'replacements' }, schema }, async (request) => {
    const { accountId, params, body } = request
    if (Array.isArray(body)) checkUploadLimit(body.length, limits)
    const values = parseReplacementRows(body)
    const library = { accountId, libraryId: params.library_id }
    return await createAudited(request, services, async (transaction) => {
      const added = await addReplacements(transaction, library, { values, now: clock() })
      await checkReplacementLimit(transaction, library, limits)
      return { count: added.length, replacement_ids: added.map(({ replacementId }) => replacementId) }
    })
  })
}

function registerExport(app: App, { db }: Services): void {
  const schema = { params: libraryParametersSchema }
  app.get(`${COLLECTION}/export`, { schema }, async ({ accountId, params, query }, reply) => {
    const format = parseFormat(query)
    const replacements = await listReplacements(db, { accountId, libraryId: params.library_id })
    const bodies = replacements.map(toReplacementBody)
    if (format === 'json') return bodies
    void reply.header('content-disposition', 'attachment; filename="replacements.csv"')
    return reply.type('text/csv; charset=utf-8').send(formatReplacementCsv(bodies))
  })
}

function parseFormat(query: unknown): 'json' | 'csv' {
  const { format = 'json' } = query as Record<string, unknown>
  if (format === 'json' || format === 'csv') return format
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot export replacements: format is ${JSON.stringify(format)}; expected json or csv`,
  )
}
