import type { FastifyReply } from 'fastify'

/** The reason why work for a caller stops: the caller has closed the connection. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft'

  constructor() {
    super('The caller has left')
  }
}

/**
 * Aborts, with a CallerLeft, when the connection of a reply closes before the reply has been sent whole.
 * Not `request.signal`: that follows the request, which is over once a POST body has been read.
 */
export function abortWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const { raw } = reply
  const leave = (): void => {
    if (!raw.writableFinished) gone.abort(new CallerLeft())
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return gone.signal
}
