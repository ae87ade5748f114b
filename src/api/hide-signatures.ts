import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Logs requests as Fastify does, but without the signatures of clip links: anyone with a link can play it. */
export function hideSignatures(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger, bindings, options) =>
    logger.child(bindings, { ...options, serializers: { ...options.serializers, req: describeRequest } }),
  )
}

function describeRequest({ method, url, host, ip }: FastifyRequest) {
  return { method, url: url.replace(/(\/audio\/clips\/[^/?]*\/[^/?]*\/)[^?.]*/, '$1...'), host, remoteAddress: ip }
}
