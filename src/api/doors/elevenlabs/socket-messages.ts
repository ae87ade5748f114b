import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import { checkStorable } from '../../requests/refuse-unstorable.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import { sendData } from '../stream-input/send-data.ts'
import { toElevenLabsError } from './elevenlabs-error.ts'

/** A message in ElevenLabs' shape, or a part of one. */
export type Fields = Readonly<Record<string, unknown>>

/** The longest time without messages that ElevenLabs lets a client choose. */
const MAX_INACTIVITY_SECONDS = 180

/** Reads a message of a client. Throws MISSING_ARGUMENT if it is not an object that could be stored. */
export function parseMessage(data: Buffer, isBinary: boolean): Fields {
  let value: unknown
  try {
    if (!isBinary) value = JSON.parse(data.toString())
  } catch {
    // Refused like any other data that is not a message.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot read the message: expected a JSON object')
  checkStorable([value], 'the message', 'text')
  return value as Fields
}

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

/** Milliseconds without messages after which a client wants its contexts to end. Throws MISSING_ARGUMENT if they are not from 1 to 180 seconds. */
export function parseInactivity({ query }: Pick<FastifyRequest, 'query'>): number | undefined {
  const { inactivity_timeout: written } = query as Fields
  if (written === undefined) return undefined
  const seconds = Number(written)
  if (seconds >= 1 && seconds <= MAX_INACTIVITY_SECONDS) return 1000 * seconds
  throw refuseValue('inactivity_timeout', written, `seconds from 1 to ${MAX_INACTIVITY_SECONDS}`)
}
