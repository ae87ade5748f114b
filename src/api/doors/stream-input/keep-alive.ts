import type { WebSocket } from 'ws'

/** Proxies must let a connection be silent for longer. */
export const PING_MS = 20_000
const GOING_IDLE = 1001

export type KeepAliveOptions = {
  /** A connection without messages is closed after this time, unless it is busy. */
  readonly idleMs: number
  readonly isBusy: () => boolean
}

/** Pings a connection, ends it if the peer does not answer until the next ping, and closes it if it is idle. */
export function keepAlive(socket: WebSocket, { idleMs, isBusy }: KeepAliveOptions): void {
  let isAnswered = true
  let usedAt = performance.now()
  const use = (): void => {
    usedAt = performance.now()
  }
  socket.on('pong', () => {
    isAnswered = true
  })
  socket.on('message', use)
  const pinging = setInterval(() => {
    if (!isAnswered) return socket.terminate()
    isAnswered = false
    socket.ping()
  }, PING_MS)
  const watching = setInterval(
    () => {
      if (isBusy()) use()
      if (performance.now() - usedAt >= idleMs) socket.close(GOING_IDLE, `No message came for ${idleMs / 1000} s`)
    },
    Math.min(1000, idleMs / 4),
  )
  socket.once('close', () => {
    clearInterval(pinging)
    clearInterval(watching)
  })
}
