import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds for which the request had waited for its turn. */
    delayMs: number
  }
}

/**
 * How many turns in a row accept a connection before a request begins. Node accepts one connection per turn and gives no information
 * about those still waiting: how many there are, how long they have waited, or whose they are.
 */
const TURNS_TO_ACCEPT = 16

/**
 * Begins at most one request in each turn of the event loop, after the new connections. Otherwise, requests that arrive together would
 * be answered in one turn, and callers that are already listening would wait for all of them. Callers take turns too: one that
 * sends many requests at once does not delay another's.
 */
export function takeTurns(app: FastifyInstance): void {
  const waiting = createTurns<() => void>()
  let isTaken = false
  let hasAccepted = false
  let turnsToAccept = TURNS_TO_ACCEPT
  app.server.on('connection', () => {
    hasAccepted = true
  })
  const give = (): void => {
    if (hasAccepted && turnsToAccept > 0) {
      turnsToAccept -= 1
      hasAccepted = false
      setImmediate(give)
      return
    }
    turnsToAccept = TURNS_TO_ACCEPT
    const begin = waiting.take()
    isTaken = begin !== undefined
    if (begin === undefined) return
    setImmediate(give)
    begin()
  }
  app.decorateRequest('delayMs', 0)
  app.addHook('onRequest', (request, _reply, begin) => {
    const arrivedAt = performance.now()
    waiting.add(callerOf(request), () => {
      request.delayMs = performance.now() - arrivedAt
      begin()
    })
    if (isTaken) return
    isTaken = true
    give()
  })
}

/** Whom a request seems to come from, before its key is checked. */
function callerOf({ headers, ip }: FastifyRequest): string {
  const { 'x-api-key': key, 'xi-api-key': elevenLabsKey, authorization } = headers
  return (key ?? elevenLabsKey ?? authorization ?? ip).toString()
}

type Turns<Item> = { add(owner: string, item: Item): void; take(): Item | undefined }

/** What waits, by its owner. Owners take turns; what each has is taken in order. */
function createTurns<Item>(): Turns<Item> {
  const byOwner = new Map<string, Item[]>()
  return {
    add(owner, item) {
      const own = byOwner.get(owner)
      if (own === undefined) byOwner.set(owner, [item])
      else own.push(item)
    },
    take() {
      const [next] = byOwner
      if (next === undefined) return undefined
      const [owner, items] = next
      const item = items.shift()
      byOwner.delete(owner)
      if (items.length > 0) byOwner.set(owner, items)
      return item
    },
  }
}
