import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import { tellQuota } from '../answers/tell-quota.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { admitRequests } from './admit-requests.ts'
import { auditChanges } from './audit-changes.ts'
import {
  type CheckedCall,
  expectCallers,
  type KeyHeader,
  noteCaller,
  requireApiKey,
  X_API_KEY,
} from './authenticate.ts'
import { createConnections, limitConnections } from './limit-connections.ts'
import { limitRate, takeRequest, type WrongKeyLimit } from './limit-rate.ts'
import { createRunningStreams, limitStreams } from './limit-streams.ts'
import { checkScope, requireScope } from './require-scope.ts'
import { shedStreams } from './shed-streams.ts'

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
  readonly onWrongKey: WrongKeyLimit
}

/** Creates a guard. All apps that it guards share the rate limits of their callers. */
export function createCallerGuard(services: Services, { allowedOrigins, onWrongKey }: CallerGuardOptions): CallerGuard {
  const { clock, defaultPlan, quota, buckets, pressure, limits, shedder } = services
  const running = createRunningStreams()
  const connections = createConnections()
  return {
    guard(app, { prefix, keyHeader = X_API_KEY, isAudited = false }) {
      expectCallers(app, defaultPlan)
      allowBrowsers(app, allowedOrigins)
      admitRequests(app, pressure, limits)
      requireApiKey(app, { ...services, keyHeader, onWrongKey })
      limitConnections(app, connections, limits.connectionsPerAccount)
      limitRate(app, buckets, clock)
      requireScope(app, prefix)
      shedStreams(app, shedder)
      if (isAudited) auditChanges(app, { ...services, prefix })
      tellQuota(app, quota)
      limitStreams(app, running, limits.maxStreams)
    },
    async admit(request, { prefix, keyHeader = X_API_KEY }) {
      await noteCaller(request, { ...services, keyHeader, onWrongKey })
      checkScope(request, prefix)
      await takeRequest(request, buckets)
    },
  }
}
