import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIFETIME_MS } from '../../accounts/sessions.ts'

const COOKIE = 'declaim_session'

/** The Studio sends it with every request. Other pages cannot: browsers send a preflight request first, and the answer never allows cookies. */
const STUDIO_HEADER = 'x-declaim-studio'

type Headers = FastifyRequest['headers']

/**
 * The session token of a request that the Studio itself sent, else undefined. A forged request has no cookie (SameSite=Strict),
 * lacks the Studio's header, and comes from another origin; each alone refuses it.
 */
export function sessionTokenOf(headers: Headers): string | undefined {
  if (!isFromStudio(headers)) return undefined
  return /(?:^|;\s*)declaim_session=([\w-]+)/.exec(headers.cookie ?? '')?.[1]
}

/** Whether a page of this very origin sent the request, by script. */
export function isFromStudio({ origin, host, ...headers }: Headers): boolean {
  if (headers[STUDIO_HEADER] === undefined) return false
  const site = headers['sec-fetch-site']
  // Browsers set it themselves. Unlike a comparison with Host, it holds behind a proxy too.
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Sets the session cookie; it is `Secure` unless the page itself uses plain HTTP. */
export function setSessionCookie(reply: FastifyReply, token: string, { secure }: { readonly secure: boolean }): void {
  void reply.header('set-cookie', formatCookie(token, SESSION_LIFETIME_MS / 1000, secure))
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('set-cookie', formatCookie('', 0, false))
}

function formatCookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return `${COOKIE}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}
