import type { FastifyInstance } from 'fastify'

/** Forbids browsers to guess content types, and caches to store answers that do not say how long they are valid. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_, reply) => {
    void reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}
