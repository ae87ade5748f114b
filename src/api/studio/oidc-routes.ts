import { beginOidcSignIn, finishOidcSignIn, OIDC_LIFETIME_MS } from '../../accounts/oidc-sign-in.ts'
import { ServiceError } from '../../errors.ts'
import type { App } from '../app.ts'
import type { Services } from '../services.ts'
import { type CookieOptions, cookieOptionsOf, readCookie, setSessionCookie } from './session-cookie.ts'

const BEGIN = '/studio/oidc'
const CALLBACK = '/studio/oidc/callback'

type Options = {
  /** Counts a request to sign in. Throws RATE_LIMITED. */
  readonly countSignIn: (address: string) => void
}

/** Where the Studio begins a sign-in at the identity provider. Register it among the routes that only the page itself can use. */
export function registerOidcBeginning(
  scope: App,
  { db, clock, links, oidc }: Services,
  { countSignIn }: Options,
): void {
  const config = { bodyKind: 'credential' } as const
  scope.post(BEGIN, { config, onRequest: async ({ ip }) => countSignIn(ip) }, async (_, reply) => {
    if (oidc === undefined) throw new ServiceError('NOT_FOUND', 'Cannot sign in: the service has no identity provider')
    const redirectUri = links.pageUrl(CALLBACK)
    const { url, browserSecret } = await beginOidcSignIn(db, { provider: oidc, redirectUri, now: clock() })
    void reply.header('set-cookie', formatCookie(browserSecret, OIDC_LIFETIME_MS / 1000, cookieOptionsOf(links)))
    return { url }
  })
}

/**
 * Where the provider sends the browser back. Another site opens it, so the state and the cookie of the beginning have to fit; a forged link
 * has no such cookie.
 */
export function registerOidcCallback(app: App, services: Services, { countSignIn }: Options): void {
  const { db, clock, links, oidc, refusals } = services
  app.get(CALLBACK, { onRequest: async ({ ip }) => countSignIn(ip) }, async ({ url, headers, ip: address }, reply) => {
    const options = cookieOptionsOf(links)
    const browserSecret = readCookie(headers, nameOf(options))
    const outcome =
      oidc === undefined || browserSecret === undefined
        ? 'failed'
        : await finishOidcSignIn(db, {
            provider: oidc,
            url: new URL(links.pageUrl(CALLBACK) + new URL(url, 'http://localhost').search),
            browserSecret,
            place: { address, browser: headers['user-agent'] },
            now: clock(),
          })
    void reply.header('set-cookie', formatCookie('', 0, options)).header('cache-control', 'no-store')
    if (typeof outcome === 'string') refusals.note({ action: 'refuseSignIn', actor: { kind: 'unknown', address } })
    else setSessionCookie(reply, outcome.token, options)
    return await reply.redirect(links.pageUrl(typeof outcome === 'string' ? `/#sign-in-${outcome}` : '/'), 303)
  })
}

/** Lax, so that the way back from another site has it. */
function formatCookie(value: string, maxAgeSeconds: number, options: CookieOptions): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${options.isOverTls ? '; Secure' : ''}`
  return `${nameOf(options)}=${value}; ${attributes}`
}

function nameOf({ isOverTls }: CookieOptions): string {
  return isOverTls ? '__Host-declaim_oidc' : 'declaim_oidc'
}
