import type { App } from '../app.ts'
import { reportUsage } from '../requests/report-usage.ts'
import { usageQuerySchema, usageSchema } from '../schemas/usage.ts'
import type { Services } from '../services.ts'

/** GET /usage: the characters that the account has used this month, the remaining ones, and its usage in a range of days. */
export function registerUsageRoute(app: App, services: Services): void {
  const schema = { querystring: usageQuerySchema, response: { 200: usageSchema } }
  app.get('/usage', { schema }, (request) => reportUsage(request, services))
}
