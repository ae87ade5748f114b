import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { CallerLeft } from './caller-left.ts'
import { GeneratedStream } from './generated-stream.ts'
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
  const pieces = new GeneratedStream(first, audio, () => joinWrites(reply.raw))
  pieces.on('error', (error) => {
    if (!signal.aborted) reply.log.error({ err: error }, 'Cannot finish an audio response: its connection is closed')
  })
  return sendStream(reply.type(contentType), pieces)
}

/**
 * Joins all writes of this turn of the event loop: pieces that are ready together, and the last piece with the end. It corks the
 * connection rather than the response, because in Node 22 and 24 a response that is corked twice loses its last pieces.
 */
function joinWrites({ socket }: FastifyReply['raw']): void {
  // A call within the process has no connection.
  if (!(socket instanceof Socket)) return
  socket.cork()
  setImmediate(() => socket.uncork())
}
