import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { API_PREFIX } from '../../api-prefix.ts'
import type { App } from '../../app.ts'
import type { CheckedCall, KeyHeader } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import type { DoorContext } from '../open-doors.ts'
import { serveWyoming } from './serve-wyoming.ts'

/** Connections at a time; more are closed at once. */
const MAX_CONNECTIONS = 100

/** The TCP door for the Wyoming protocol of Home Assistant, if the operator has opened it. It opens and closes with the app. */
export function openWyomingDoor(app: App, services: Services, { callers }: DoorContext): void {
  const settings = services.doors.wyoming
  if (settings === undefined) return
  const { host, port, key } = settings
  const keyHeader: KeyHeader = { name: 'WYOMING_KEY', read: () => key, orSession: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', (error) => app.log.info({ err: error }, 'Wyoming connection broke off'))
    socket.setTimeout(services.limits.socketIdleMs, () => socket.destroy())
    serveWyoming(socket, {
      services,
      call: createCall(socket, app, services),
      admit: (call) => callers.admit(call, { prefix: API_PREFIX, keyHeader }),
      watch: (call, end) => callers.watch(call, { prefix: API_PREFIX, keyHeader }, end),
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  app.addHook('onReady', async () => {
    await listen(server, { host, port })
    app.log.info({ address: server.address() }, 'The Wyoming door is open')
  })
  app.addHook('preClose', async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
}

/** Stand-in for an HTTP request, which this protocol does not have. */
function createCall(socket: Socket, app: App, { defaultPlan, metrics }: Services): CheckedCall {
  const id = randomUUID()
  return {
    id,
    ip: socket.remoteAddress ?? '',
    method: 'POST',
    headers: {},
    log: app.log.child({ reqId: id }),
    noteRefusal: metrics.requestRefused,
    routeOptions: { url: `${API_PREFIX}/wyoming` },
    accountId: '',
    callerKey: undefined,
    callerMember: undefined,
    isSession: false,
    scopes: [],
    plan: defaultPlan,
  }
}

async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new Error(`Cannot listen on ${host}:${port} for Wyoming: ${error.message}; set WYOMING_ADDRESS to a free one`),
      ),
    )
    server.listen(port, host, resolve)
  })
}
