import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ErrorCode, ServiceError } from '../../errors.ts'

/** Of the request line and all headers together. */
export const MAX_HEADER_BYTES = 16_384

type Refusal = { readonly status: number; readonly message: string }

const MALFORMED: Refusal = {
  status: 400,
  message: 'Cannot read the request: it is not HTTP/1.1; check the client or the proxy that sent it',
}
const REFUSALS: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      message: 'Cannot read the request: it took longer than REQUEST_TIMEOUT_SECONDS to arrive; send it again',
    },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      message: `Cannot read the request: its URL and headers have more than ${MAX_HEADER_BYTES} bytes; send fewer or shorter headers`,
    },
  ],
  [
    'HPE_INVALID_METHOD',
    {
      status: 400,
      message: 'Cannot read the request: HTTP has no such method; use GET, HEAD, POST, PATCH, DELETE or OPTIONS',
    },
  ],
])
const CODE: ErrorCode = 'MISSING_ARGUMENT'

/** Answers bytes that are not a valid HTTP request with an error body like any other, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const { status, message } = REFUSALS.get(error.code) ?? MALFORMED
    const body = JSON.stringify({ message, code: CODE })
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `X-Content-Type-Options: nosniff\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}

/** Refuses requests with several `Host` headers (RFC 9112, section 3.2): a proxy may have gone by another one than this service would. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { rawHeaders } = raw
    let hosts = 0
    for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i]!)) hosts += 1
    if (hosts > 1)
      throw new ServiceError('MISSING_ARGUMENT', `Cannot read the request: it has ${hosts} Host headers; send one`)
  })
}

function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host'
}
