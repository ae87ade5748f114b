import type { FastifyRequest } from 'fastify'
import { findLastEvents, listEvents, type StoredEvent } from '../../storage/records/events.ts'
import { describeEvent } from '../answers/describe-event.ts'
import { createEventStreams, hasNews, NOTHING_NEW } from '../answers/event-streams.ts'
import type { App } from '../app.ts'
import { eventsQuerySchema } from '../schemas/event.ts'
import type { Services } from '../services.ts'

const PAGE = 100

/** GET /events: what happens to clips, as server-sent events. */
export function registerEventsRoute(app: App, services: Services): void {
  const streams = createEventStreams(app, 'events')
  app.get(
    '/events',
    { config: { staysOpen: true }, schema: { querystring: eventsQuerySchema } },
    async (request, reply) => {
      const { accountId } = request
      const after = await startOf(request, services)
      return streams.send(request, reply, (signal) => streamEvents(accountId, after, { services, signal }))
    },
  )
}

type Follow = { readonly services: Services; readonly signal: AbortSignal }

async function* streamEvents(accountId: string, start: number, { services, signal }: Follow): AsyncGenerator<string> {
  const { db, events: feed } = services
  const followed = feed.follow(accountId)
  let after = start
  try {
    while (!signal.aborted) {
      const events = await listEvents(db, { accountId, after, limit: PAGE })
      for (const event of events) yield await formatEvent(event, accountId, services)
      after = events.at(-1)?.position ?? after
      if (events.length === 0 && !(await hasNews(followed, after, signal))) yield NOTHING_NEW
    }
  } finally {
    followed.close()
  }
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
