import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../storage/database.ts'
import { insertAuditEntry } from '../../storage/records/audit-log.ts'
import { OPERATIONS } from '../openapi/operations.ts'
import { changedBy } from './actor.ts'
import { isAudited } from './audited-actions.ts'

type Options = { readonly db: Database; readonly clock: () => number; readonly prefix: string }

/**
 * Notes in the audit log what callers change of their own account, under the id of the operation. A new route that changes
 * something is noted too. Texts are not noted, because they are usage, and neither are changes that `accounts/management` notes itself.
 */
export function auditChanges(app: FastifyInstance, { db, clock, prefix }: Options): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const path = request.routeOptions.url?.slice(prefix.length) ?? ''
    if (reply.statusCode >= 400 || !isAudited(request.method, path)) return payload
    const { actor, now } = changedBy(request, clock())
    const { accountId } = request
    await insertAuditEntry(db, {
      actor,
      time: now,
      action: OPERATIONS[`${request.method} ${path}`]?.id ?? `${request.method} ${path}`,
      accountId,
      target: targetOf(request, payload),
      details: {},
    })
    return payload
  })
}

/** The ids in the path, then those that the answer adds, such as that of a new library. */
function targetOf({ params }: Pick<FastifyRequest, 'params'>, payload: unknown): string {
  const ids = Object.values(params as Readonly<Record<string, string>>)
  const added = Object.entries((payload ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    name.endsWith('_id') && typeof value === 'string' && !ids.includes(value) ? [value] : [],
  )
  return [...ids, ...added].join('/')
}
