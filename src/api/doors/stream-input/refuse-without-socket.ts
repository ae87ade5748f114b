import { ServiceError } from '../../../errors.ts'

/** Refuses a request to a WebSocket's path that asks for no WebSocket. */
export async function refuseWithoutSocket(): Promise<never> {
  const headers = { upgrade: 'websocket' }
  throw new ServiceError('MISSING_ARGUMENT', 'Cannot GET this path: open a WebSocket', { status: 426, headers })
}
