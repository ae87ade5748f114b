import { Type } from 'typebox'

export const EVENT_TYPES = ['clip.completed', 'clip.failed', 'bulk.completed', 'combination.completed'] as const

/** An event as webhooks and `/events` send it. */
export const eventSchema = Type.Object(
  {
    type: Type.Unsafe<string>({ type: 'string', enum: [...EVENT_TYPES, 'webhook.test'] }),
    timestamp: Type.String({ description: 'ISO 8601' }),
    data: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The clip; of bulk.completed: bulk_id, clip_ids, and how many are complete and failed',
    }),
  },
  { description: 'Something that happened to clips' },
)

export const eventsQuerySchema = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      description: 'the id of an event; the header Last-Event-ID goes before it',
    }),
  ),
})
