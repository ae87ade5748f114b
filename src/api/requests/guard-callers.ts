import type { FastifyRequest } from 'fastify'
import type { ServiceError } from '../../errors.ts'
import { type AllowedOrigins, allowBrowsers } from '../allow-browsers.ts'
import { whenClosed } from '../answers/caller-left.ts'
import { tellQuota } from '../answers/tell-quota.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { admitRequests } from './admit-requests.ts'
import {
  type CheckedCall,
  describeCaller,
  expectCallers,
  type KeyHeader,
  noteCaller,
  requireApiKey,
  X_API_KEY,
} from './authenticate.ts'
import { countConnection, createConnections, limitConnections } from './limit-connections.ts'
import { limitRate, takeRequest } from './limit-rate.ts'
import { createRunningStreams, isStreamed, limitStreams, takePlace } from './limit-streams.ts'
import { noteRefusals } from './note-refusals.ts'
import { createOpenCalls } from './open-calls.ts'
import { checkScope, requireScope } from './require-scope.ts'
import { shedStreams } from './shed-streams.ts'
import { traceRequests } from './trace-requests.ts'

type GuardOptions = {
  /** The prefix of the app's paths. */
  readonly prefix: string
  readonly keyHeader?: KeyHeader
  /** Whether the key of a WebSocket may come in its first message. Then call `welcome`. */
  readonly keyMayFollow?: boolean
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
  /**
   * Checks the key that came in the first message of a WebSocket, as the hooks check the key of a request, and counts the connection and its
   * stream for the account. Throws UNAUTHORIZED, FORBIDDEN or RATE_LIMITED.
   */
  welcome(request: FastifyRequest, options: GuardOptions): Promise<void>
  /** Counts one more stream of a caller until the returned function is called. Throws RATE_LIMITED, or INTERNAL_ERROR with 503. */
  takePlace(call: CheckedCall): () => void
  /** Calls `end` once the caller of an open connection may not use it any more. Returns a function that ends the watch. */
  watch(call: CheckedCall, options: GuardOptions, end: (reason: ServiceError) => void): () => void
}

export type CallerGuardOptions = {
  readonly allowedOrigins: AllowedOrigins
}

/** Creates a guard. All apps that it guards share the rate limits of their callers. */
export function createCallerGuard(services: Services, { allowedOrigins }: CallerGuardOptions): CallerGuard {
  const { clock, defaultPlan, quota, buckets, pressure, limits, shedder } = services
  const running = createRunningStreams()
  const connections = createConnections()
  const open = createOpenCalls({ changes: services.ruleChanges, clock })
  const watch: CallerGuard['watch'] = (call, { keyHeader = X_API_KEY }, end) =>
    open.watch({
      ...describeCaller(call, { ...services, keyHeader }),
      end(reason) {
        call.log.info(
          { code: reason.code, accountId: call.accountId },
          'Connection ended: its caller may not use it any more',
        )
        end(reason)
      },
    })
  return {
    guard(app, { prefix, keyHeader = X_API_KEY, keyMayFollow = false }) {
      expectCallers(app, defaultPlan)
      traceRequests(app)
      allowBrowsers(app, allowedOrigins)
      admitRequests(app, pressure, limits)
      requireApiKey(app, { ...services, keyHeader }, keyMayFollow)
      limitConnections(app, connections, limits.connectionsPerAccount)
      limitRate(app, buckets, clock)
      requireScope(app, prefix)
      shedStreams(app, shedder)
      noteRefusals(app, { ...services, prefix })
      tellQuota(app, quota)
      limitStreams(app, running, limits.maxStreams)
      watchAnswers(app, (call, end) => watch(call, { prefix, keyHeader }, end))
    },
    watch,
    takePlace: (call) => takePlace(running, call, limits.maxStreams),
    async welcome(request, { prefix, keyHeader = X_API_KEY }) {
      await noteCaller(request, { ...services, keyHeader })
      checkScope(request, prefix)
      request.awaitsKey = false
      countConnection(connections, request, limits.connectionsPerAccount)
      whenClosed(request.raw.socket, takePlace(running, request, limits.maxStreams))
    },
    async admit(request, { prefix, keyHeader = X_API_KEY }) {
      await noteCaller(request, { ...services, keyHeader })
      checkScope(request, prefix)
      await takeRequest(request, buckets)
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer goes on for as long as the caller stays. */
    readonly staysOpen?: boolean
  }
}

/** Cuts off the streams of callers that may not have them any more. A WebSocket is closed by its own protocol. */
function watchAnswers(app: App, watch: (call: CheckedCall, end: () => void) => () => void): void {
  app.addHook('preHandler', async (request, reply) => {
    const { staysOpen = false } = request.routeOptions.config
    if (request.ws || !(staysOpen || isStreamed(request))) return
    const stop = watch(request, () => reply.raw.destroy())
    whenClosed(reply.raw, stop)
  })
}
