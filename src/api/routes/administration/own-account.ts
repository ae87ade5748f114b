import { findAccountById } from '../../../storage/records/accounts.ts'
import { listAuditEntries } from '../../../storage/records/audit-log.ts'
import type { App } from '../../app.ts'
import { ownAccountSchema, toOwnAccountBody } from '../../schemas/administration/account.ts'
import {
  auditListSchema,
  ownAuditQuerySchema,
  toAuditQuery,
  toOwnAuditBody,
} from '../../schemas/administration/audit-entry.ts'
import type { Services } from '../../services.ts'

/** GET /account and GET /audit: the plan of the caller's own account, and what has changed in it. */
export function registerOwnAccountRoutes(app: App, { db }: Services): void {
  app.get('/account', { schema: { response: { 200: ownAccountSchema } } }, async ({ accountId, plan }) =>
    toOwnAccountBody(await findAccountById(db, accountId), plan),
  )

  app.get(
    '/audit',
    { schema: { querystring: ownAuditQuerySchema, response: { 200: auditListSchema } } },
    async ({ accountId, query }) => {
      const entries = await listAuditEntries(db, {
        ...toAuditQuery(query),
        accountId: undefined,
        changedAccountId: accountId,
      })
      return { count: entries.length, entries: entries.map((entry) => toOwnAuditBody(entry, accountId)) }
    },
  )
}
