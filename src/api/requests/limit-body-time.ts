import type { FastifyInstance } from 'fastify'

/** How long the rest of a body may take to arrive after its request has been answered, as after an early error. */
const LATE_BODY_MS = 2000

/** Closes a connection whose request has been answered but does not end. A body that comes before the answer is subject to the request time-out. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // A call within the process has no connection, and does not say whether it is complete.
    if (raw.complete !== false) return
    setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, LATE_BODY_MS).unref()
  })
}
