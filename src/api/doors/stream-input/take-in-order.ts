import type { WebSocket } from 'ws'

/** Messages that may wait. More than these are not read from the connection until some were handled. */
const MAX_WAITING = 64

type TakeOptions = {
  readonly handle: (data: Buffer, isBinary: boolean) => Promise<void>
  /** Is told when a message cannot be handled. Later ones are still handled. */
  readonly refuse: (error: unknown) => Promise<void>
}

/** Handles the messages of a connection one after another. A client that sends them faster than they are handled is held up. */
export function takeInOrder(socket: WebSocket, { handle, refuse }: TakeOptions): void {
  let waiting = 0
  let handling = Promise.resolve()
  const done = (): void => {
    waiting -= 1
    if (waiting < MAX_WAITING && socket.isPaused) socket.resume()
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    waiting += 1
    if (waiting >= MAX_WAITING) socket.pause()
    handling = handling
      .then(async () => await handle(data, isBinary))
      .catch(refuse)
      .finally(done)
  })
}
