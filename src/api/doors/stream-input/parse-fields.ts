import { ServiceError } from '../../../errors.ts'
import { checkStorable } from '../../requests/refuse-unstorable.ts'

/** A message of a WebSocket, or a part of one. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a message of a client. Throws MISSING_ARGUMENT if it is not an object that could be stored. */
export function parseFields(data: Buffer, isBinary: boolean): Fields {
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
