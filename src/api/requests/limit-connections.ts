import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/** The open connections of this process on which accounts have sent requests. */
export type Connections = {
  /** How many each account has. */
  readonly open: Map<string, number>
  /** The accounts of each connection: a gateway may send the requests of many on one. */
  readonly accounts: WeakMap<Socket, Set<string>>
}

export function createConnections(): Connections {
  return { open: new Map(), accounts: new WeakMap() }
}

/** Answers RATE_LIMITED on further connections of an account that has `most` open ones, and closes them. Needs `request.accountId`. */
export function limitConnections(app: FastifyInstance, connections: Connections, most: number): void {
  app.addHook('onRequest', async (request, reply) => {
    try {
      countConnection(connections, request, most)
    } catch (error) {
      void reply.header('connection', 'close')
      throw error
    }
  })
}

/** Counts the connection of a request among those of its account. Throws RATE_LIMITED if the account has `most` already. */
export function countConnection(
  { open, accounts }: Connections,
  { accountId, socket }: Pick<FastifyRequest, 'accountId' | 'socket'>,
  most: number,
): void {
  // A call within the process has no connection. One that has closed does so no more.
  if (!(socket instanceof Socket) || socket.closed) return
  const known = accounts.get(socket)
  if (known?.has(accountId)) return
  const own = open.get(accountId) ?? 0
  if (own >= most)
    throw new ServiceError(
      'RATE_LIMITED',
      `Cannot open another connection: the account has ${own}, which is all it may have`,
      { reason: 'connections', headers: { 'retry-after': '1' } },
    )
  open.set(accountId, own + 1)
  if (known === undefined) accounts.set(socket, forgetWhenClosed(socket, open).add(accountId))
  else known.add(accountId)
}

/** The accounts of a new connection, which is theirs no longer when it closes. One listener serves them all. */
function forgetWhenClosed(socket: Socket, open: Map<string, number>): Set<string> {
  const accounts = new Set<string>()
  socket.once('close', () => {
    for (const accountId of accounts) {
      const left = open.get(accountId)! - 1
      if (left > 0) open.set(accountId, left)
      else open.delete(accountId)
    }
  })
  return accounts
}
