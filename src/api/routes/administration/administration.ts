import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'
import { registerAccountKeyRoutes } from './account-keys.ts'
import { registerAccountUsageRoute } from './account-usage.ts'
import { registerAccountRoutes } from './accounts.ts'
import { registerAuditRoute } from './audit-log.ts'
import { registerKeyRoutes } from './keys.ts'
import { registerModerationRoutes } from './moderation.ts'
import { registerPlanRoutes } from './plans.ts'

/** The keys of the own account at /keys, and everything that needs the scope `admin` at /admin. */
export function registerAdministration(app: App, services: Services): void {
  registerKeyRoutes(app, services)
  registerAccountRoutes(app, services)
  registerAccountKeyRoutes(app, services)
  registerAccountUsageRoute(app, services)
  registerModerationRoutes(app, services)
  registerPlanRoutes(app, services)
  registerAuditRoute(app, services)
}
