import type { WebSocket } from 'ws'
import type { ServiceError } from '../../../errors.ts'

/** Status codes of RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008
const INTERNAL_ERROR = 1011
/** Bytes that a close frame has for its reason. */
const MAX_REASON_BYTES = 123

/** Closes a connection because of an error, which is the reason that the peer gets. */
export function closeWithError(socket: WebSocket, { code, message }: ServiceError): void {
  socket.close(code === 'INTERNAL_ERROR' ? INTERNAL_ERROR : POLICY_VIOLATION, shortReason(message))
}

/** A reason that fits a close frame: whole characters only. */
function shortReason(message: string): string {
  const bytes = Buffer.from(message)
  if (bytes.length <= MAX_REASON_BYTES) return message
  return new TextDecoder().decode(bytes.subarray(0, MAX_REASON_BYTES - 3), { stream: true }).concat('...')
}
