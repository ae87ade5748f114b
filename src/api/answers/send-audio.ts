import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CallerLeft } from './caller-left.ts'
import { sendStream } from './send-stream.ts'

/**
 * Sends audio while it is made. The first piece is awaited before anything is sent, so that what fails
 * before it is answered as an error; what fails later ends the connection. However the reply ends, `audio` is returned.
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
  const pieces = Readable.from(startWith(first, audio), { objectMode: false, highWaterMark: 1 })
  pieces.on('error', (error) => {
    if (!signal.aborted) reply.log.error({ err: error }, 'Cannot finish an audio response: its connection is closed')
  })
  return sendStream(reply.type(contentType), pieces)
}

/** Not a generator: one that was never asked for a value does not return its source. */
function startWith(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  let begun = false
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (begun) return await rest.next()
    begun = true
    return first
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: () => rest.return(undefined) }) }
}
