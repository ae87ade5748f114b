import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'
const READABLE_HEADERS = [
  'content-disposition',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-declaim-warning',
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

/** Origins whose pages may call the API: any, or those listed. */
export type AllowedOrigins = '*' | readonly string[]

/**
 * Lets pages of other origins call what is registered here (Fetch Standard, "CORS protocol"). Cookies are never allowed, so a
 * page can only do what it has a key or a signed link for. Register it before authentication: preflight requests carry no key.
 */
export function allowBrowsers(app: FastifyInstance, allowed: AllowedOrigins): void {
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    if (allowed !== '*') void reply.header('vary', 'origin')
    const origin = allowed === '*' ? '*' : allowed.find((one) => one === headers.origin)
    if (origin === undefined) return
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE_HEADERS })
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    void reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    return reply.code(204).send()
  })
}
