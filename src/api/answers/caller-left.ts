import type { Readable, Writable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The reason why work for a caller stops: the caller has closed the connection. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft'

  constructor() {
    super('The caller has left')
  }
}

/** Calls `onClose` once when a reply or a connection closes; at once if it is closed already. */
export function whenClosed(stream: Readable | Writable, onClose: () => void): void {
  if (stream.closed) onClose()
  else stream.once('close', onClose)
}

/**
 * Aborts, with a CallerLeft, when the connection of a reply closes before the reply has been sent whole.
 * `request.signal` does not serve here: it aborts once a POST body has been read.
 */
export function abortWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const { raw } = reply
  whenClosed(raw, () => {
    if (!raw.writableFinished) gone.abort(new CallerLeft())
  })
  return gone.signal
}
