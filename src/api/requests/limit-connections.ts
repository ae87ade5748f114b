import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { whenClosed } from '../answers/caller-left.ts'

/** The open connections of this process on which accounts have sent requests. */
export type Connections = Map<string, Set<Socket>>

/** Answers RATE_LIMITED on further connections of an account that has `most` open ones, and closes them. Needs `request.accountId`. */
export function limitConnections(app: FastifyInstance, connections: Connections, most: number): void {
  app.addHook('onRequest', async ({ accountId, socket }, reply) => {
    const own = connections.get(accountId) ?? new Set()
    if (own.has(socket)) return
    if (own.size >= most) {
      void reply.header('connection', 'close')
      throw new ServiceError(
        'RATE_LIMITED',
        `Cannot open another connection: the account has ${own.size}, which is all it may have`,
        { headers: { 'retry-after': '1' } },
      )
    }
    connections.set(accountId, own.add(socket))
    whenClosed(socket, () => {
      own.delete(socket)
      if (own.size === 0 && connections.get(accountId) === own) connections.delete(accountId)
    })
  })
}
