const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The URL of a file of the service at the origin of this page. Without PUBLIC_URL, links of the service name `127.0.0.1`, and the page may have
 * been opened at `localhost`, which browsers take for another service. Other URLs stay as they are.
 */
export function ownUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url, location.origin)
  const isOwn = LOOPBACK.has(hostname) && LOOPBACK.has(location.hostname) && port === location.port
  return isOwn ? pathname : url
}
