import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection of a reply closes before the reply has been sent whole.
 * Not `request.signal`: that follows the request, which is over once a POST body has been read.
 */
export function abortWhenCallerLeaves(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The caller has left'))
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
    if (!signal.aborted) throw error
    // Nobody is there to be answered.
    return reply.hijack()
  }
  const pieces = Readable.from(startingWith(first, audio), { objectMode: false })
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
