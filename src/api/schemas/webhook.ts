import { type Static, Type } from 'typebox'
import { ServiceError } from '../../errors.ts'
import type { WebhookDelivery } from '../../storage/records/webhook-deliveries.ts'
import type { WebhookEndpoint } from '../../storage/records/webhook-endpoints.ts'
import { EVENT_TYPES } from './event.ts'

const MAX_URL_LENGTH = 2000
const STATUSES = ['pending', 'delivered', 'failed'] as const
const MAX_DELIVERIES_LISTED = 100

const url = Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH, description: 'An http or https URL' })
const eventTypes = Type.Unsafe<(typeof EVENT_TYPES)[number][] | null>({
  anyOf: [
    { type: 'array', items: { type: 'string', enum: [...EVENT_TYPES] }, minItems: 1, uniqueItems: true },
    { type: 'null' },
  ],
  description: 'The events that are sent; null or absent for all',
})
const time = (description: string) => Type.Integer({ description: `${description}, in epoch milliseconds` })
const timeOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: `${description}, in epoch milliseconds`,
  })

export const webhookInputSchema = Type.Object({ url, event_types: Type.Optional(eventTypes) })
export const webhookPatchSchema = Type.Object({
  url: Type.Optional(url),
  event_types: Type.Optional(eventTypes),
  enabled: Type.Optional(Type.Boolean({ description: 'true starts a webhook again that was disabled' })),
})

const webhookProperties = {
  id: Type.String(),
  url: Type.String(),
  event_types: eventTypes,
  enabled: Type.Boolean({ description: 'false: nothing is sent' }),
  created_at: time('When it was registered'),
  disabled_at: timeOrNull('When it was disabled'),
  failing_since: timeOrNull('Of the first failure since a delivery succeeded'),
}
const secret = Type.String({ description: 'Verifies messages; it is shown only now' })

export const webhookSchema = Type.Object(webhookProperties)
export const webhookListSchema = Type.Object({ webhooks: Type.Array(webhookSchema) })
export const webhookCreatedSchema = Type.Object({ ...webhookProperties, secret })
export const webhookRotatedSchema = Type.Object({
  ...webhookProperties,
  secret,
  previous_secret_until: time('How long the secret before it signs too'),
})

export const deliverySchema = Type.Object({
  id: Type.String({ description: 'The webhook-id of the message' }),
  type: Type.String(),
  status: Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: STATUSES }),
  created_at: time('When the event happened'),
  next_attempt_at: timeOrNull('When it is sent next if it is pending; 0 for now'),
  attempts: Type.Array(
    Type.Object({
      at: time('When it was sent'),
      duration_ms: Type.Integer(),
      status: Type.Unsafe<number | null>({
        anyOf: [{ type: 'integer' }, { type: 'null' }],
        description: 'The HTTP status; null without an answer',
      }),
      error: Type.Unsafe<string | null>({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    }),
  ),
})
export const deliveryListSchema = Type.Object({ deliveries: Type.Array(deliverySchema) })

export const deliveryQuerySchema = Type.Object({
  status: Type.Optional(Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: STATUSES })),
  limit: Type.Optional(
    Type.String({ pattern: '^(?:[1-9][0-9]?|100)$', description: `a whole number from 1 to ${MAX_DELIVERIES_LISTED}` }),
  ),
  before: Type.Optional(Type.String({ maxLength: 100, description: 'The id of a delivery: lists only older ones' })),
})

export const webhookParametersSchema = Type.Object({ webhook_id: Type.String() })
export const deliveryParametersSchema = Type.Object({ webhook_id: Type.String(), delivery_id: Type.String() })

/** Reads how many deliveries a query asks for. */
export function parseDeliveryLimit(text: string | undefined): number {
  return Number(text ?? MAX_DELIVERIES_LISTED)
}

/** Returns the URL of a webhook in its usual form. Throws MISSING_ARGUMENT if nothing can be sent to it. */
export function parseWebhookUrl(text: string): string {
  const parsed = URL.parse(text)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw badUrl('expected an http or https URL')
  if (parsed.username !== '' || parsed.password !== '') throw badUrl('it has a user name or password')
  parsed.hash = ''
  return parsed.href
}

/** The error for a URL that nothing can be sent to. Does not repeat it: it may hold a secret. */
export function badUrl(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot use this webhook URL: ${problem}`)
}

export function toWebhookBody(endpoint: WebhookEndpoint): Static<typeof webhookSchema> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes as Static<typeof webhookSchema>['event_types'],
    enabled: endpoint.disabledAt === null,
    created_at: endpoint.createdAt,
    disabled_at: endpoint.disabledAt,
    failing_since: endpoint.failingSince,
  }
}

export function toDeliveryBody(delivery: WebhookDelivery): Static<typeof deliverySchema> {
  return {
    id: delivery.id,
    type: delivery.type,
    status: delivery.status,
    created_at: delivery.eventAt,
    next_attempt_at: delivery.status === 'pending' ? delivery.dueAt : null,
    attempts: delivery.attempts.map(({ at, durationMs, status, error }) => ({
      at,
      duration_ms: durationMs,
      status,
      error,
    })),
  }
}
