import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIFETIME_MS } from '../../accounts/sessions.ts'
import type { AudioLinks } from '../answers/audio-links.ts'

/**
 * Names of the cookie. Browsers take one that begins with `__Host-` over TLS alone, and no other host of the domain can set it. They take no such cookie
 * over plain HTTP, as on the machine of the service itself.
 */
const COOKIE = { overTls: '__Host-declaim_session', plain: 'declaim_session' } as const

/** The Studio sends it with every request. Other pages cannot: browsers send a preflight request first, and the answer never allows cookies. */
const STUDIO_HEADER = 'x-declaim-studio'

type Headers = FastifyRequest['headers']

/** Whether callers reach the service over TLS. */
export type CookieOptions = { readonly isOverTls: boolean }

/** Whether the public URL of a service begins with `https:`. */
export function cookieOptionsOf(links: Pick<AudioLinks, 'pageUrl'>): CookieOptions {
  return { isOverTls: links.pageUrl('/').startsWith('https:') }
}

/**
 * The session token of a request that the Studio itself sent, else undefined. A forged request has no cookie (SameSite=Strict),
 * lacks the Studio's header, and comes from another origin; each alone refuses it.
 */
export function sessionTokenOf(headers: Headers, { isOverTls }: CookieOptions): string | undefined {
  if (!isFromStudio(headers)) return undefined
  return readCookie(headers, isOverTls ? COOKIE.overTls : COOKIE.plain)
}

/** The value of a cookie of a request. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const cookie of headers.cookie?.split(';') ?? []) {
    const [, key, token] = /^\s*([^=\s]+)=([\w-]+)\s*$/.exec(cookie) ?? []
    if (key === name) return token
  }
  return undefined
}

/** Whether a page of this very origin sent the request, by script. */
export function isFromStudio({ origin, host, ...headers }: Headers): boolean {
  if (headers[STUDIO_HEADER] === undefined) return false
  const site = headers['sec-fetch-site']
  // Browsers set it themselves. Unlike a comparison with Host, it holds behind a proxy too.
  if (site !== undefined) return site === 'same-origin'
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Sets the session cookie. */
export function setSessionCookie(reply: FastifyReply, token: string, options: CookieOptions): void {
  void reply.header('set-cookie', formatCookie(token, SESSION_LIFETIME_MS / 1000, options))
}

export function clearSessionCookie(reply: FastifyReply, options: CookieOptions): void {
  void reply.header('set-cookie', formatCookie('', 0, options))
}

function formatCookie(value: string, maxAgeSeconds: number, { isOverTls }: CookieOptions): string {
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return isOverTls ? `${COOKIE.overTls}=${value}; ${attributes}; Secure` : `${COOKIE.plain}=${value}; ${attributes}`
}
