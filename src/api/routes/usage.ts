import type { App } from '../app.ts'
import { toUsageBody, usageSchema } from '../schemas/usage.ts'
import type { Services } from '../services.ts'

/** GET /usage: what the account had spoken this month, and what is left of its allotment. */
export function registerUsageRoute(app: App, { quota }: Services): void {
  app.get('/usage', { schema: { response: { 200: usageSchema } } }, async ({ accountId, plan }) =>
    toUsageBody((await quota.open(accountId, plan.charactersPerMonth)).read()),
  )
}
