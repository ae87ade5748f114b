import type { FastifyInstance } from 'fastify'
import type { RefusalReason } from '../../errors.ts'
import type { ServiceMetrics } from './service-metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts a refusal that the caller is told of, also one inside a WebSocket. Absent where nothing is counted. */
    noteRefusal?: (reason: RefusalReason) => void
  }
}

/** What proxies call the status of a request whose caller has left. */
const CALLER_LEFT = 499

/** Counts and times every request by the pattern of its route; those without a route are one. Lets refusals be counted by their reason. */
export function observeRequests(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.decorateRequest('noteRefusal', (reason: RefusalReason) => metrics.requestRefused(reason))
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      metrics.requestEnded({
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        status: reply.raw.writableFinished ? reply.raw.statusCode : CALLER_LEFT,
        seconds: reply.elapsedTime / 1000,
      })
    })
  })
}
