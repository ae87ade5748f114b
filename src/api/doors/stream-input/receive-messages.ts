import type { WebSocket } from 'ws'

/** Messages that wait to be handled, at most, besides those that came in the same packet. */
const MAX_WAITING = 32

/**
 * Handles the messages of a socket one after another. While many wait, nothing more is read: a client that sends faster than its
 * messages are handled, or does not read what they are answered, fills its own memory. `handle` never rejects.
 */
export function receiveMessages(socket: WebSocket, handle: (data: Buffer, isBinary: boolean) => Promise<void>): void {
  let waiting = 0
  let handling = Promise.resolve()
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    waiting += 1
    if (waiting >= MAX_WAITING) socket.pause()
    handling = handling
      .then(() => handle(data, isBinary))
      .then(() => {
        waiting -= 1
        if (waiting < MAX_WAITING / 2 && socket.isPaused) socket.resume()
      })
  })
}
