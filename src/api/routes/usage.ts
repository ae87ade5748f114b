import { sumUsage } from '../../storage/records/usage.ts'
import type { App } from '../app.ts'
import { parseUsageGroups, toUsageBody, usageQuerySchema, usageSchema } from '../schemas/usage.ts'
import type { Services } from '../services.ts'

/** GET /usage: the characters that the account has used this month, the remaining ones, and its usage in a range of days. */
export function registerUsageRoute(app: App, { db, quota, usage, clock }: Services): void {
  app.get(
    '/usage',
    { schema: { querystring: usageQuerySchema, response: { 200: usageSchema } } },
    async ({ accountId, plan, query }) => {
      const state = (await quota.open(accountId, plan)).read()
      const { from, to, group_by } = query
      if (from === undefined && to === undefined && group_by === undefined) return toUsageBody(state)
      await usage.flush()
      const sums = await sumUsage(db, {
        accountId,
        from: from ?? `${state.month}-01`,
        to: to ?? new Date(clock()).toISOString().slice(0, 10),
        groupBy: group_by === undefined ? [] : parseUsageGroups(group_by),
      })
      return toUsageBody(state, sums)
    },
  )
}
