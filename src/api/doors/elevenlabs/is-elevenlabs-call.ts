import type { FastifyRequest } from 'fastify'
import type { KeyHeader } from '../../requests/authenticate.ts'

/** The key as ElevenLabs' clients send it. */
export const XI_API_KEY: KeyHeader = {
  name: 'xi-api-key',
  read: (headers) => headers['xi-api-key']?.toString(),
  orSession: false,
}

/** Whether a request to a path that two APIs have comes from a client of ElevenLabs. */
export function isElevenLabsCall({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return XI_API_KEY.read(headers) !== undefined
}

/** A key as clients of ElevenLabs send it, or else as `other` says. */
export function orElevenLabsKey(other: KeyHeader): KeyHeader {
  return { ...other, read: (headers) => XI_API_KEY.read(headers) ?? other.read(headers) }
}
