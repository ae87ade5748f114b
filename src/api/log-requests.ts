import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Matches the signature in a clip link. Anyone with the signature can play the clip. */
const SIGNATURE = /(\/audio\/clips\/[^/]*\/[^/]*\/)[^.]*/

/**
 * Logs requests as Fastify does, but without secrets and texts: no query, which may hold a text, no signature of a clip link, and
 * nothing of unknown paths.
 */
export function logRequestsSafely(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger, bindings, options) =>
    logger.child(bindings, { ...options, serializers: { ...options.serializers, req: describeRequest } }),
  )
}

function describeRequest({ method, url, host, ip, routeOptions }: FastifyRequest) {
  const path = routeOptions.url === undefined ? '(unknown path)' : url.replace(/\?.*/s, '').replace(SIGNATURE, '$1...')
  return { method, url: path, host, remoteAddress: ip }
}
