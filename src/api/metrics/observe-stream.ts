import type { FastifyReply } from 'fastify'
import type { ServiceMetrics } from './service-metrics.ts'

/** Passes a stream's audio on, and records the time to its first piece and its duration. */
export async function* observeStream(
  audio: AsyncIterable<Uint8Array>,
  reply: FastifyReply,
  metrics: ServiceMetrics,
): AsyncGenerator<Uint8Array> {
  const end = metrics.streamBegan()
  try {
    let isFirst = true
    for await (const piece of audio) {
      if (isFirst) metrics.firstAudio(reply.elapsedTime / 1000)
      isFirst = false
      yield piece
    }
  } finally {
    end()
  }
}
