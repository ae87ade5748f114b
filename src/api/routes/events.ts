import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { FollowedEvents } from '../../jobs/events/event-feed.ts'
import { findLastEvents, listEvents, type StoredEvent } from '../../storage/records/events.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { describeEvent } from '../answers/describe-event.ts'
import { sendStream } from '../answers/send-stream.ts'
import type { App } from '../app.ts'
import { eventsQuerySchema } from '../schemas/event.ts'
import type { Services } from '../services.ts'

/** Connections of one account to one process. */
const MAX_CONNECTIONS = 20
const HEARTBEAT_MS = 15_000
/** The answer ends after this time, and the reader connects again: proxies do not keep connections for ever. */
const MAX_AGE_MS = 15 * 60_000
/** Milliseconds after which a browser asks again. */
const RETRY_MS = 2000
const PAGE = 100

/** GET /events: what happens to clips, as server-sent events (HTML Standard, section 9.2). */
export function registerEventsRoute(app: App, services: Services): void {
  const connections = new Map<string, number>()
  const endings = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of endings) end()
  })

  app.get(
    '/events',
    { config: { staysOpen: true }, schema: { querystring: eventsQuerySchema } },
    async (request, reply) => {
      const { accountId } = request
      const after = await startOf(request, services)
      const open = connections.get(accountId) ?? 0
      if (open >= MAX_CONNECTIONS) throw tooManyConnections()
      connections.set(accountId, open + 1)
      const ending = new AbortController()
      const end = (): void => ending.abort()
      const age = setTimeout(end, MAX_AGE_MS)
      endings.add(end)
      abortWhenCallerLeaves(reply).addEventListener('abort', end, { once: true })
      const stream = Readable.from(streamEvents(accountId, after, { services, signal: ending.signal }), {
        objectMode: false,
      })
      stream.once('close', () => {
        end()
        clearTimeout(age)
        endings.delete(end)
        release(connections, accountId)
      })
      void reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return sendStream(reply, stream)
    },
  )
}

function release(connections: Map<string, number>, accountId: string): void {
  const rest = connections.get(accountId)! - 1
  if (rest === 0) connections.delete(accountId)
  else connections.set(accountId, rest)
}

type Follow = { readonly services: Services; readonly signal: AbortSignal }

async function* streamEvents(accountId: string, start: number, { services, signal }: Follow): AsyncGenerator<string> {
  const { db, events: feed } = services
  const followed = feed.follow(accountId)
  let after = start
  try {
    yield `retry: ${RETRY_MS}\n\n`
    while (!signal.aborted) {
      const events = await listEvents(db, { accountId, after, limit: PAGE })
      for (const event of events) yield await formatEvent(event, accountId, services)
      after = events.at(-1)?.position ?? after
      if (events.length === 0 && !(await hasNews(followed, after, signal))) yield ': nothing new\n\n'
    }
  } finally {
    followed.close()
  }
}

/** Waits until there is news or `signal` aborts; false if neither happens for a while. */
async function hasNews(followed: FollowedEvents, after: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true
  const waiting = new AbortController()
  const stop = (): void => waiting.abort()
  const heartbeat = setTimeout(stop, HEARTBEAT_MS)
  signal.addEventListener('abort', stop, { once: true })
  await followed.after(after, waiting.signal)
  clearTimeout(heartbeat)
  signal.removeEventListener('abort', stop)
  return !waiting.signal.aborted || signal.aborted
}

async function formatEvent(event: StoredEvent, accountId: string, services: Services): Promise<string> {
  const body = await describeEvent(event, accountId, services)
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(body)}\n\n`
}

/** The event after which a reader continues: the last one that it names, or else the newest. */
async function startOf(
  { headers, query, accountId }: FastifyRequest<{ Querystring: { last_event_id?: string } }>,
  { db }: Services,
): Promise<number> {
  const named = headers['last-event-id'] ?? query.last_event_id
  if (typeof named === 'string' && /^\d{1,15}$/.test(named)) return Number(named)
  return (await findLastEvents(db, [accountId])).get(accountId) ?? 0
}

function tooManyConnections(): ServiceError {
  return new ServiceError('RATE_LIMITED', `Cannot follow events: ${MAX_CONNECTIONS} connections of this account do`, {
    reason: 'connections',
    headers: { 'retry-after': '5' },
  })
}
