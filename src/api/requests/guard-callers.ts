import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import { tellQuota } from '../answers/tell-quota.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { admitRequests } from './admit-requests.ts'
import { auditChanges } from './audit-changes.ts'
import { expectCallers, type KeyHeader, requireApiKey, X_API_KEY } from './authenticate.ts'
import { type Connections, limitConnections } from './limit-connections.ts'
import { limitRate, type WrongKeyLimit } from './limit-rate.ts'
import { createRunningStreams, limitStreams } from './limit-streams.ts'
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
  readonly onWrongKey: WrongKeyLimit
}

/** Creates a guard. All apps that it guards share the rate limits of their callers. */
export function createCallerGuard(services: Services, { allowedOrigins, onWrongKey }: CallerGuardOptions): CallerGuard {
  const { clock, defaultPlan, quota, buckets, pressure, limits } = services
  const running = createRunningStreams()
  const connections: Connections = new Map()
  return (app, { prefix, keyHeader = X_API_KEY }) => {
    expectCallers(app, defaultPlan)
    allowBrowsers(app, allowedOrigins)
    admitRequests(app, pressure, limits)
    requireApiKey(app, { ...services, keyHeader, onWrongKey })
    limitConnections(app, connections, limits.connectionsPerAccount)
    limitRate(app, buckets, clock)
    requireScope(app, prefix)
    auditChanges(app, { ...services, prefix })
    tellQuota(app, quota)
    limitStreams(app, running, limits.maxStreams)
  }
}
