import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import { closeWithError } from '../stream-input/close-socket.ts'
import type { Fields } from '../stream-input/parse-fields.ts'
import { sendData } from '../stream-input/send-data.ts'
import { toElevenLabsError } from './elevenlabs-error.ts'

/** The longest time without messages that ElevenLabs lets a client choose. */
const MAX_INACTIVITY_SECONDS = 180

export async function sendMessage(socket: WebSocket, message: Fields): Promise<void> {
  await sendData(socket, JSON.stringify(message))
}

/** An error in the shape in which ElevenLabs' WebSockets report it, and as the service knows it. */
export function toErrorMessage(
  error: unknown,
  call: FastifyRequest,
): { readonly message: Fields; readonly known: ServiceError } {
  const known = explainError(error as Error, call)
  const { detail } = toElevenLabsError(known) as { detail: { status: string } }
  return { message: { message: known.message, error: detail.status, code: 1008 }, known }
}

/** Tells a peer why its connection ends, and closes it. Does nothing if the peer has left. */
export async function refuseSocket(socket: WebSocket, error: unknown, call: FastifyRequest): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  const { message, known } = toErrorMessage(error, call)
  await sendMessage(socket, message)
  closeWithError(socket, known)
}

/** Milliseconds without messages after which a client wants its contexts to end. Throws MISSING_ARGUMENT if they are not from 1 to 180 seconds. */
export function parseInactivity({ query }: Pick<FastifyRequest, 'query'>): number | undefined {
  const { inactivity_timeout: written } = query as Fields
  if (written === undefined) return undefined
  const seconds = Number(written)
  if (seconds >= 1 && seconds <= MAX_INACTIVITY_SECONDS) return 1000 * seconds
  throw refuseValue('inactivity_timeout', written, `seconds from 1 to ${MAX_INACTIVITY_SECONDS}`)
}
