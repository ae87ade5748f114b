import { listAuditEntries } from '../../../storage/records/audit-log.ts'
import type { App } from '../../app.ts'
import {
  auditListSchema,
  auditQuerySchema,
  toAuditBody,
  toAuditQuery,
} from '../../schemas/administration/audit-entry.ts'
import type { Services } from '../../services.ts'

/** GET /admin/audit: the changes of accounts, keys, plans and what accounts own, newest first. */
export function registerAuditRoute(app: App, { db }: Services): void {
  app.get(
    '/admin/audit',
    { schema: { querystring: auditQuerySchema, response: { 200: auditListSchema } } },
    async ({ query }) => {
      const entries = await listAuditEntries(db, toAuditQuery(query))
      return { count: entries.length, entries: entries.map(toAuditBody) }
    },
  )
}
