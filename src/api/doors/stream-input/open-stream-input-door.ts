import { API_PREFIX } from '../../api-prefix.ts'
import type { App } from '../../app.ts'
import type { KeyHeader } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import type { DoorContext } from '../open-doors.ts'
import { refuseWithoutSocket } from './refuse-without-socket.ts'
import { serveStreamInput } from './serve-stream-input.ts'

const KEY_PROTOCOL = /(?:^|,)\s*key\.(?<key>[^\s,]+)/

/** Browsers cannot set headers of a WebSocket, so the key may also be a subprotocol, `key.KEY`. */
const KEY: KeyHeader = {
  name: 'X-Api-Key, or as the subprotocol key.KEY',
  read: (headers) =>
    headers['x-api-key']?.toString() ?? KEY_PROTOCOL.exec(headers['sec-websocket-protocol'] ?? '')?.groups?.key,
  orSession: false,
}

/** WebSocket /stream-input: text in while it is written, speech out while it is made. `app` accepts WebSockets. */
export function openStreamInputDoor(app: App, services: Services, { callers }: DoorContext): void {
  void app.register(
    async (scope: App) => {
      callers.guard(scope, { prefix: API_PREFIX, keyHeader: KEY })
      const admit = callers.admit.bind(callers)
      scope.route({
        method: 'GET',
        url: '/stream-input',
        config: { isStream: true },
        handler: refuseWithoutSocket,
        wsHandler: (socket, call) =>
          serveStreamInput(socket, call, {
            services,
            admit: (one) => admit(one, { prefix: API_PREFIX, keyHeader: KEY }),
            watch: (one, end) => callers.watch(one, { prefix: API_PREFIX, keyHeader: KEY }, end),
          }),
      })
    },
    { prefix: API_PREFIX },
  )
}
