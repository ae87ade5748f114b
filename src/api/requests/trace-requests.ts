import type { FastifyRequest } from 'fastify'
import { beginSpan, isTraced, type Span } from '../../tracing.ts'
import { whenClosed } from '../answers/caller-left.ts'
import type { App } from '../app.ts'

/** Statuses from here on are the service's own failures. */
const OWN_FAILURES = 500

/**
 * Makes each request a span, from its headers to the last byte of its answer. It continues the trace of the caller's `traceparent`, and everything that is
 * done for the request belongs to it.
 */
export function traceRequests(app: App): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTraced()) return done()
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const span = beginSpan(`${method} ${route}`, {
      kind: 'server',
      parent: [headers.traceparent].flat()[0],
      attributes: { 'http.request.method': method, 'http.route': route },
    })
    spans.set(request, span)
    whenClosed(reply.raw, () => {
      const { statusCode, writableFinished } = reply.raw
      span.set({ 'http.response.status_code': statusCode, 'declaim.account': request.accountId || undefined })
      if (!writableFinished) span.note('the caller left')
      span.end(statusCode >= OWN_FAILURES ? new Error(`answered ${statusCode}`) : undefined)
    })
    span.within(done)
  })
  // What parses a body continues where its bytes come in.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
}
