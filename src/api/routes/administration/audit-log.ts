import { listAuditEntries } from '../../../storage/records/audit-log.ts'
import type { App } from '../../app.ts'
import {
  auditListSchema,
  auditQuerySchema,
  MAX_ENTRIES_LISTED,
  toAuditBody,
} from '../../schemas/administration/audit-entry.ts'
import type { Services } from '../../services.ts'

/** GET /admin/audit: the changes of accounts, keys, plans and what accounts own, newest first. */
export function registerAuditRoute(app: App, { db }: Services): void {
  app.get(
    '/admin/audit',
    { schema: { querystring: auditQuerySchema, response: { 200: auditListSchema } } },
    async ({ query }) => {
      const entries = await listAuditEntries(db, {
        accountId: query.account_id,
        keyId: query.key_id,
        action: query.action,
        from: query.from === undefined ? undefined : Date.parse(query.from),
        to: query.to === undefined ? undefined : Date.parse(query.to),
        before: query.before === undefined ? undefined : Number(query.before),
        limit: Number(query.limit ?? MAX_ENTRIES_LISTED),
      })
      return { count: entries.length, entries: entries.map(toAuditBody) }
    },
  )
}
