import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CallerLeft, whenClosed } from './caller-left.ts'

/**
 * Sends a stream, and destroys it when the reply closes, for whatever reason. Otherwise, a stream whose reply closes before its first
 * read would keep its files and threads.
 */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  const { raw } = reply
  // Fastify, its replies within the process and those who work for the caller listen to one reply eleven times.
  raw.setMaxListeners(20)
  whenClosed(raw, () => stream.destroy())
  if (!raw.closed) return reply.send(stream)
  throw new CallerLeft()
}
