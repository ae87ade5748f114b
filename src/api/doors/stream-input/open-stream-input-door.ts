import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import { API_PREFIX } from '../../api-prefix.ts'
import type { App } from '../../app.ts'
import type { KeyHeader } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import type { DoorContext } from '../open-doors.ts'
import { serveStreamInput } from './serve-stream-input.ts'

/** Longer messages close the connection. */
const MAX_MESSAGE_BYTES = 64 * 1024
const STOPPING = 1001
/** How long a client may take to close its side when the service stops. */
const CLOSE_GRACE_MS = 1000

const PROTOCOL = 'declaim'
const KEY_PROTOCOL = /(?:^|,)\s*key\.(?<key>[^\s,]+)/

/** Browsers cannot set headers of a WebSocket, so that the key may be a subprotocol, `key.KEY`. */
const KEY: KeyHeader = {
  name: 'X-Api-Key, or as the subprotocol key.KEY',
  read: (headers) =>
    headers['x-api-key']?.toString() ?? KEY_PROTOCOL.exec(headers['sec-websocket-protocol'] ?? '')?.groups?.key,
  orSession: false,
}

/** WebSocket /stream-input: text in while it is written, speech out while it is made. */
export function openStreamInputDoor(app: App, services: Services, { callers }: DoorContext): void {
  void app.register(
    async (scope: App) => {
      // Before the guard: its hooks close the connections of requests that are refused.
      await scope.register(websocket, { options: SOCKET_OPTIONS, preClose: closeSockets, errorHandler: endSocket })
      callers.guard(scope, { prefix: API_PREFIX, keyHeader: KEY })
      const admit = callers.admit.bind(callers)
      scope.route({
        method: 'GET',
        url: '/stream-input',
        handler: async () => {
          const headers = { upgrade: 'websocket' }
          throw new ServiceError('MISSING_ARGUMENT', 'Cannot GET /stream-input: open a WebSocket', {
            status: 426,
            headers,
          })
        },
        wsHandler: (socket, call) =>
          serveStreamInput(socket, call, {
            services,
            admit: (one) => admit(one, { prefix: API_PREFIX, keyHeader: KEY }),
          }),
      })
    },
    { prefix: API_PREFIX },
  )
}

/**
 * Whether a request may become a WebSocket. Any other request that offers to upgrade is answered as usual: some HTTP clients
 * offer HTTP/2 with every request.
 */
export function asksForSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /\/stream-input\/*(?:\?|$)/.test(url)
}

const SOCKET_OPTIONS = {
  maxPayload: MAX_MESSAGE_BYTES,
  // The key is no protocol to answer with.
  handleProtocols: (protocols: Set<string>) => (protocols.has(PROTOCOL) ? PROTOCOL : false),
} as const

/** Frames that break the protocol are the caller's fault; `ws` has sent the reason by now. */
function endSocket(error: Error, _socket: WebSocket, { log }: FastifyRequest): void {
  log.info({ err: error }, 'WebSocket broke off')
}

/** Closes all connections when the service stops; those that do not close are ended. */
function closeSockets(this: App, done: () => void): void {
  const { clients } = this.websocketServer
  for (const client of clients) client.close(STOPPING, 'The service stops')
  const impatience = setTimeout(() => {
    for (const client of clients) client.terminate()
  }, CLOSE_GRACE_MS)
  this.websocketServer.close(() => {
    clearTimeout(impatience)
    done()
  })
}
