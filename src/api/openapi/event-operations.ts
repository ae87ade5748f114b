import { eventSchema } from '../schemas/event.ts'
import type { JsonSchema, Operations } from './operation.ts'

const EVENT_STREAM: JsonSchema = {
  type: 'string',
  description: 'Server-sent events; the data of each is an Event',
  contentMediaType: 'application/json',
  contentSchema: eventSchema,
}

export const EVENT_OPERATIONS: Operations = {
  'GET /events': {
    id: 'followEvents',
    tag: 'Events',
    summary: 'Follow what happens to clips',
    description:
      'Server-sent events. Each has an `id`, its type as `event`, and an Event as `data`. A reader that comes back with ' +
      '`Last-Event-ID` misses nothing of the last day. A comment comes every 15 s if nothing happens.',
    answers: { 'text/event-stream': EVENT_STREAM },
    requestHeaders: {
      'Last-Event-ID': { description: 'The last event that the reader has', schema: { type: 'string' } },
    },
  },
}
