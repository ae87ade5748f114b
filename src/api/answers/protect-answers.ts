import type { FastifyInstance } from 'fastify'

/** Headers of every answer, for browsers. A route may set its own: the Studio's page has a policy that lets its scripts run. */
const PROTECTION: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // Audio and JSON have nothing to load, run or show in a frame.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Clip links and previews are played by pages of other origins.
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}
const ONE_YEAR = 'max-age=31536000'

export type ProtectionOptions = {
  /** Whether callers reach the service over HTTPS, so that answers may carry `Strict-Transport-Security`. */
  readonly isSecure: () => boolean
}

/** Sets the security headers of every answer that lacks them, errors included. Answers are not cached unless their route says so. */
export function protectAnswers(app: FastifyInstance, { isSecure }: ProtectionOptions): void {
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(PROTECTION)) if (!reply.hasHeader(name)) void reply.header(name, value)
    if (isSecure()) void reply.header('strict-transport-security', ONE_YEAR)
  })
}
