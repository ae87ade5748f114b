import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Why work for a caller stops: nobody is there to be answered any more. */
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
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new CallerLeft())
  })
  return gone.signal
}

/**
 * Sends audio while it is made. The first piece is awaited before anything is sent, so that what fails
 * before it is answered as an error; what fails later ends the connection.
 */
export async function sendAudio(
  reply: FastifyReply,
  audio: AsyncGenerator<Uint8Array>,
  { contentType, signal }: { readonly contentType: string; readonly signal: AbortSignal },
): Promise<FastifyReply> {
  let first: IteratorResult<Uint8Array>
  try {
    first = await audio.next()
  } catch (error) {
    throw signal.aborted ? new CallerLeft() : error
  }
  // Holds one piece, and asks for the next when the connection has taken it.
  const pieces = Readable.from(startingWith(first, audio), { objectMode: false, highWaterMark: 1 })
  pieces.on('error', (error) => {
    if (!signal.aborted) reply.log.error({ err: error }, 'Audio broke off')
  })
  return reply.type(contentType).send(pieces)
}

async function* startingWith(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>) {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value
  } finally {
    await rest.return(undefined)
  }
}
