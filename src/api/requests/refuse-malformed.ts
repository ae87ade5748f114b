import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '../../errors.ts'

type Refusal = { readonly status: number; readonly message: string }

const MALFORMED: Refusal = { status: 400, message: 'Cannot read the request: it is not HTTP/1.1' }
const REFUSALS: ReadonlyMap<string | undefined, Refusal> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'Cannot read the request: it took too long to arrive' }],
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'Cannot read the request: its headers are too large' }],
  ['HPE_INVALID_METHOD', { status: 400, message: 'Cannot read the request: its method is unknown' }],
])
const CODE: ErrorCode = 'MISSING_ARGUMENT'

/** Answers what is no request at all with an error body like any other, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const { status, message } = REFUSALS.get(error.code) ?? MALFORMED
    const body = JSON.stringify({ message, code: CODE })
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroy(error)
}
