import { isIP } from 'node:net'

/** Where passkeys of a service belong: they work at one origin alone. */
export type RelyingParty = {
  /** A host name. */
  readonly id: string
  readonly origin: string
}

const LOCALHOST = 'localhost'

/**
 * The relying party of a service by its public URL. Browsers allow passkeys over TLS and on their own machine, and never for an IP address; so
 * loopback addresses count as `localhost`. Undefined if passkeys are impossible.
 */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port } = new URL(publicUrl)
  const host = isOwnMachine(hostname) ? LOCALHOST : hostname
  const isAllowed = protocol === 'https:' || host === LOCALHOST || host.endsWith(`.${LOCALHOST}`)
  if (!isAllowed || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return { id: host, origin: `${protocol}//${host}${port === '' ? '' : `:${port}`}` }
}

function isOwnMachine(hostname: string): boolean {
  return /^127(?:\.\d+){3}$/.test(hostname) || ['[::1]', '0.0.0.0', '[::]'].includes(hostname)
}
