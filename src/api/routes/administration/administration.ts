import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'
import { registerAccountKeyRoutes } from './account-keys.ts'
import { registerAccountUsageRoute } from './account-usage.ts'
import { registerAccountRoutes } from './accounts.ts'
import { registerAuditRoute } from './audit-log.ts'
import { registerKeyRoutes } from './keys.ts'
import { registerMemberRoutes } from './members.ts'
import { registerModerationRoutes } from './moderation.ts'
import { registerOwnAccountRoutes } from './own-account.ts'
import { registerPlanRoutes } from './plans.ts'
import { registerSessionListRoutes } from './sessions.ts'

/**
 * The keys, sessions and members of the own account, and everything that needs the scope `admin` at /admin. A change applies in this process before it is
 * answered, and in other processes once the database has notified them.
 */
export function registerAdministration(app: App, services: Services): void {
  void app.register(async (routes: App) => {
    routes.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') services.forgetRules()
    })
    registerKeyRoutes(routes, services)
    registerSessionListRoutes(routes, services)
    registerMemberRoutes(routes, services)
    registerOwnAccountRoutes(routes, services)
    registerAccountRoutes(routes, services)
    registerAccountKeyRoutes(routes, services)
    registerAccountUsageRoute(routes, services)
    registerModerationRoutes(routes, services)
    registerPlanRoutes(routes, services)
    registerAuditRoute(routes, services)
  })
}
