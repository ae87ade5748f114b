import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a proxy does to requests: `unavailable` answers 503, `slow` delays each by a second, `reset` breaks the connection half-way,
 * `silent` reads them and never answers, `half` answers the headers and stops. It keeps what it does not answer open for ever.
 */
export type Fault = 'none' | 'unavailable' | 'slow' | 'reset' | 'silent' | 'half'

/** An HTTP proxy in front of a server, which can fail as networks and busy servers do. */
export type FaultProxy = {
  readonly url: string
  /** Requests that met a fault so far. */
  faults(): number
  set(fault: Fault): void
  close(): Promise<void>
}

const SLOW_MS = 1000

/** Starts a proxy on a loopback port. It passes the `Host` header on, because S3 signs it. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  let fault: Fault = 'none'
  let count = 0

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chosen = fault
    if (chosen !== 'none') count += 1
    if (chosen === 'unavailable') {
      incoming.resume()
      outgoing.writeHead(503, { connection: 'close' }).end()
      return
    }
    if (chosen === 'silent' || chosen === 'half') {
      incoming.resume()
      if (chosen === 'half') outgoing.writeHead(200, { 'content-length': 1 }).flushHeaders()
      return
    }
    if (chosen === 'slow') await sleep(SLOW_MS)
    const { method, url: path, headers } = incoming
    const forwarded = httpRequest({ hostname, port, method, path, headers, setHost: false })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    if (chosen === 'reset') {
      // The server may have done what was asked; its answer is lost.
      forwarded.on('response', () => incoming.socket.resetAndDestroy())
      incoming.pipe(forwarded)
      return
    }
    incoming.pipe(forwarded)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  }

  const server = createServer((incoming, outgoing) => {
    incoming.on('error', () => {})
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: () => count,
    set(next) {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
