import type { WebSocket } from 'ws'
import type { ServiceError } from '../../../errors.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'

/** Calls `end` once the caller may not use its connection any more. Returns a function that ends the watch. */
export type WatchCall = (call: CheckedCall, end: (reason: ServiceError) => void) => () => void

type EndOptions = {
  readonly watch: WatchCall
  /** Tells the peer why, and closes the connection. */
  readonly refuse: (reason: ServiceError) => Promise<void>
  /** Stops the speech. */
  readonly close: () => void
}

/** How long the peer may take to close its side. */
const GRACE_MS = 250

/** Ends a WebSocket, whatever is spoken on it, once its caller may not use it any more. */
export function endWithCaller(socket: WebSocket, call: CheckedCall, { watch, refuse, close }: EndOptions): void {
  const stop = watch(call, (reason) => {
    close()
    // A peer that reads nothing holds up what is sent to it.
    setTimeout(() => socket.terminate(), GRACE_MS).unref()
    // The connection may be cut off before the reason is sent.
    refuse(reason).catch(() => {})
  })
  socket.once('close', stop)
}
