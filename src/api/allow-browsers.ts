import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
const READABLE_HEADERS = [
  'content-disposition',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-quota-limit',
  'x-quota-over',
  'x-quota-remaining',
  'x-quota-reset',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-text-length',
].join(', ')
const PREFLIGHT_SECONDS = 86_400

/**
 * Lets pages of any origin call what is registered here (Fetch Standard, "CORS protocol"). It takes nothing from the key: no
 * cookie is read, so a page can only do what it has a key or a signed link for. Put it before the key is asked for: browsers
 * send none with the request that asks for leave.
 */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': READABLE_HEADERS })
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    void reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    return reply.code(204).send()
  })
}
