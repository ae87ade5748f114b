import type { WebSocket } from 'ws'

/** Resolves when the system has taken the data, so a slow reader holds up the speech. */
export function sendData(socket: WebSocket, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(data, { binary: typeof data !== 'string' }, (error) => (error ? reject(error) : resolve()))
  })
}
