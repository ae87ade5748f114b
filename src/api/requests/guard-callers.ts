import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import { tellQuota } from '../answers/tell-quota.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { auditChanges } from './audit-changes.ts'
import { expectCallers, type KeyHeader, requireApiKey, X_API_KEY } from './authenticate.ts'
import { createRateBuckets, limitRate } from './limit-rate.ts'
import { requireScope } from './require-scope.ts'

type GuardOptions = {
  /** What the paths of the app begin with. */
  readonly prefix: string
  readonly keyHeader?: KeyHeader
}

/** Gives the routes of an app their callers: key, rate limit, scopes and quota. Call it before the routes are registered. */
export type CallerGuard = (app: App, options: GuardOptions) => void

export type CallerGuardOptions = {
  readonly allowedOrigins: AllowedOrigins
  readonly onWrongKey: (address: string) => void
}

/** Creates a guard. All apps that it guards share the rate limits of their callers. */
export function createCallerGuard(services: Services, { allowedOrigins, onWrongKey }: CallerGuardOptions): CallerGuard {
  const { clock, defaultPlan, quota } = services
  const buckets = createRateBuckets()
  return (app, { prefix, keyHeader = X_API_KEY }) => {
    expectCallers(app, defaultPlan)
    allowBrowsers(app, allowedOrigins)
    requireApiKey(app, { ...services, keyHeader, onWrongKey })
    limitRate(app, buckets, clock)
    requireScope(app, prefix)
    auditChanges(app, { ...services, prefix })
    tellQuota(app, quota)
  }
}
