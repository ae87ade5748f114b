import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import type { App } from '../../app.ts'
import type { Fields } from '../stream-input/parse-fields.ts'

/** How long a WebSocket may be open before its key comes. */
const KEY_WITHIN_MS = 10_000

const BEARER = /^Bearer\s+/i

/** The key in the fields of a first message or of a query, as clients that cannot set headers send it. */
function keyOf({ xi_api_key: key, 'xi-api-key': other, authorization }: Fields): string | undefined {
  const found = key ?? other ?? authorization
  return typeof found === 'string' ? found.replace(BEARER, '').trim() : undefined
}

/** Takes the key of a WebSocket from its query if its headers have none. Register it before the hooks that check callers. */
export function takeKeyOfQuery(app: App): void {
  app.addHook('onRequest', async ({ ws, headers, query }) => {
    if (ws) headers['xi-api-key'] ??= keyOf(query as Fields)
  })
}

export type SocketCaller = {
  /** Checks the key of the first message, unless the connection came with one. Rejects if it is not valid. */
  show(first: Fields): Promise<void>
}

type CallerOptions = {
  /** Checks a key that came in a message. */
  readonly welcome: (call: FastifyRequest) => Promise<void>
  /** Called once the caller is known. */
  readonly begin: () => void
  readonly refuse: (error: unknown) => Promise<void>
}

/** Waits for the key of a connection, which must come within ten seconds. */
export function expectKey(
  socket: WebSocket,
  call: FastifyRequest,
  { welcome, begin, refuse }: CallerOptions,
): SocketCaller {
  if (!call.awaitsKey) {
    begin()
    return { show: async () => {} }
  }
  const noKey = (): ServiceError =>
    new ServiceError(
      'UNAUTHORIZED',
      'No API key found: send it in the header xi-api-key, in the query or in the first message as xi_api_key',
    )
  const impatience = setTimeout(() => void refuse(noKey()).catch(() => {}), KEY_WITHIN_MS)
  socket.once('close', () => clearTimeout(impatience))
  return {
    async show(first) {
      if (!call.awaitsKey) return
      clearTimeout(impatience)
      call.headers['xi-api-key'] = keyOf(first)
      if (call.headers['xi-api-key'] === undefined) throw noKey()
      await welcome(call)
      begin()
    },
  }
}
