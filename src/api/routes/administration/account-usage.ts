import { Type } from 'typebox'
import { findAnyAccount } from '../../../storage/records/accounts.ts'
import type { App } from '../../app.ts'
import { reportUsage } from '../../requests/report-usage.ts'
import { usageQuerySchema, usageSchema } from '../../schemas/usage.ts'
import type { Services } from '../../services.ts'

/** GET /admin/accounts/.../usage: as /usage, of any account. The usage of a deleted account stays. */
export function registerAccountUsageRoute(app: App, services: Services): void {
  const params = Type.Object({ account_id: Type.String() })
  const schema = { params, querystring: usageQuerySchema, response: { 200: usageSchema } }
  app.get('/admin/accounts/:account_id/usage', { schema }, async ({ params: { account_id: accountId }, query }) => {
    const account = await findAnyAccount(services.db, accountId)
    const plan = await services.plans.limitsOf(account.plan)
    return await reportUsage({ accountId, plan, query }, services)
  })
}
