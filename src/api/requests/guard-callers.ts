import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import { tellQuota } from '../answers/tell-quota.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { auditChanges } from './audit-changes.ts'
import {
  type CheckedCall,
  expectCallers,
  type KeyHeader,
  noteCaller,
  requireApiKey,
  X_API_KEY,
} from './authenticate.ts'
import { createRateBuckets, limitRate, takeRequest } from './limit-rate.ts'
import { checkScope, requireScope } from './require-scope.ts'

type GuardOptions = {
  /** What the paths of the app begin with. */
  readonly prefix: string
  readonly keyHeader?: KeyHeader
  /** Whether its routes change what the account has, which the audit log notes. */
  readonly isAudited?: boolean
}

/** Checks callers: key, rate limit, scopes and quota. */
export type CallerGuard = {
  /** Guards the routes of an app. Call it before they are registered. */
  guard(app: App, options: GuardOptions): void
  /**
   * Checks one more request of a caller whose connection stays open, as the hooks check the first. Throws UNAUTHORIZED,
   * FORBIDDEN or RATE_LIMITED.
   */
  admit(call: CheckedCall, options: GuardOptions): Promise<void>
}

export type CallerGuardOptions = {
  readonly allowedOrigins: AllowedOrigins
  readonly onWrongKey: (address: string) => void
}

/** Creates a guard. All apps that it guards share the rate limits of their callers. */
export function createCallerGuard(services: Services, { allowedOrigins, onWrongKey }: CallerGuardOptions): CallerGuard {
  const { clock, defaultPlan, quota } = services
  const buckets = createRateBuckets()
  return {
    guard(app, { prefix, keyHeader = X_API_KEY, isAudited = false }) {
      expectCallers(app, defaultPlan)
      allowBrowsers(app, allowedOrigins)
      requireApiKey(app, { ...services, keyHeader, onWrongKey })
      limitRate(app, buckets, clock)
      requireScope(app, prefix)
      if (isAudited) auditChanges(app, { ...services, prefix })
      tellQuota(app, quota)
    },
    async admit(request, { prefix, keyHeader = X_API_KEY }) {
      await noteCaller(request, { ...services, keyHeader, onWrongKey })
      checkScope(request, prefix)
      takeRequest(request, buckets, clock())
    },
  }
}
