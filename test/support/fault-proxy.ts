import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenDeafly } from './deaf-listener.ts'

/**
 * What a proxy does to requests: `unavailable` answers 503, `slow` delays each by a second, `reset` breaks the connection half-way,
 * `silent` reads them and never answers, `half` answers the headers and stops. It keeps what it does not answer open for ever. `refusing`
 * breaks all connections and refuses new ones, `deaf` leaves new ones without any answer.
 */
export type Fault = 'none' | 'unavailable' | 'slow' | 'reset' | 'silent' | 'half' | 'refusing' | 'deaf'

/** An HTTP proxy in front of a server, which can fail as networks and busy servers do. */
export type FaultProxy = {
  readonly url: string
  /** Requests that met a fault so far, but for those that were never made for lack of a connection. */
  faults(): number
  /** Resolves when the next request meets it. */
  set(fault: Fault): Promise<void>
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
  await listen(server, 0)
  const ownPort = (server.address() as AddressInfo).port
  let comeBack: (() => Promise<void>) | undefined

  async function set(next: Fault): Promise<void> {
    fault = next
    await comeBack?.()
    comeBack = undefined
    if (next !== 'refusing' && next !== 'deaf') return
    await close(server)
    const deaf = next === 'deaf' ? await listenDeafly(ownPort) : undefined
    comeBack = async () => {
      await deaf?.close()
      await listen(server, ownPort)
    }
  }

  return {
    url: `http://127.0.0.1:${ownPort}`,
    faults: () => count,
    set,
    async close() {
      await set('none')
      await close(server)
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
