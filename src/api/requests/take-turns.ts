import type { FastifyInstance } from 'fastify'

/**
 * Begins at most one request in each turn of the event loop. Otherwise, requests that arrive together would be answered in one turn,
 * and callers that are already listening would wait for all of them.
 */
export function takeTurns(app: FastifyInstance): void {
  const waiting: (() => void)[] = []
  let isTaken = false
  const give = (): void => {
    const begin = waiting.shift()
    isTaken = begin !== undefined
    if (begin === undefined) return
    setImmediate(give)
    begin()
  }
  app.addHook('onRequest', (_request, _reply, begin) => {
    waiting.push(begin)
    if (!isTaken) give()
  })
}
