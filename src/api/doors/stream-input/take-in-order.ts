import type { WebSocket } from 'ws'
import { handleInOrder } from '../handle-in-order.ts'

/** Messages that may wait. Further ones are not read from the connection until some of these are handled. */
const MAX_WAITING = 64

type TakeOptions = {
  readonly handle: (data: Buffer, isBinary: boolean) => Promise<void>
  /** Called if a message cannot be handled. Later ones are still handled. */
  readonly refuse: (error: unknown) => Promise<void>
}

/** Handles the messages of a connection one after another. A client that sends them faster than they are handled is held up. */
export function takeInOrder(socket: WebSocket, { handle, refuse }: TakeOptions): void {
  const take = handleInOrder({
    most: MAX_WAITING,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    refuse,
  })
  socket.on('message', (data: Buffer, isBinary: boolean) => take(async () => await handle(data, isBinary)))
}
