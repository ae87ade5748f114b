import type { IncomingMessage } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { App } from '../../app.ts'

/** Longer messages close the connection. */
const MAX_MESSAGE_BYTES = 64 * 1024
const STOPPING = 1001
/** How long a client may take to close its side when the service stops. */
const CLOSE_GRACE_MS = 1000

const PROTOCOL = 'declaim'

/** Lets the routes that `register` adds be WebSockets. Call it once: all of them belong to one socket server. */
export function acceptSockets(app: App, register: (scope: App) => void): void {
  void app.register(async (scope: App) => {
    // Registered before the hooks that check callers, because its own hooks close the connections of refused requests.
    await scope.register(websocket, { options: SOCKET_OPTIONS, preClose: closeSockets, errorHandler: endSocket })
    scope.websocketServer.on('connection', giveReasons)
    register(scope)
  })
}

/** What is wrong with frames that break the protocol, by the status code with which `ws` closes the connection. */
const REASONS: ReadonlyMap<number | undefined, string> = new Map([
  [1002, 'Cannot read a frame: it breaks the WebSocket protocol (RFC 6455)'],
  [1007, 'Cannot read a message: it is not UTF-8'],
  [1009, `Cannot read a message: it is longer than ${MAX_MESSAGE_BYTES} bytes`],
])

/** `ws` sends no reason when it closes a connection for a frame that it cannot read. */
function giveReasons(socket: WebSocket): void {
  const close = socket.close.bind(socket)
  socket.close = (code, reason = REASONS.get(code)) => close(code, reason)
}

/**
 * Whether a request may become a WebSocket. Any other request that offers to upgrade is answered as usual: some HTTP clients
 * offer HTTP/2 with every request.
 */
export function asksForSocket({ headers, url = '' }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /\/(?:multi-)?stream-input\/*(?:\?|$)/.test(url)
}

const SOCKET_OPTIONS = {
  maxPayload: MAX_MESSAGE_BYTES,
  // The answer must not repeat the key, which is sent as a subprotocol.
  handleProtocols: (protocols: Set<string>) => (protocols.has(PROTOCOL) ? PROTOCOL : false),
} as const

/** Frames that break the protocol are the caller's fault; `ws` has sent the reason by now. */
function endSocket(error: Error, _socket: WebSocket, { log }: FastifyRequest): void {
  log.info({ err: error }, 'WebSocket broke off')
}

/** Closes all connections when the service stops; those that do not close in time are terminated. */
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
