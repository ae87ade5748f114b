import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What proxies call the status of a request whose caller has left. */
const CALLER_LEFT = 499

/** Counts and times every request by the pattern of its route; those without a route are one. Counts refusals by their reason. */
export function observeRequests(app: FastifyInstance, metrics: ServiceMetrics): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof ServiceError && error.reason !== undefined) metrics.requestRefused(error.reason)
  })
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
