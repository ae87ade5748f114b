import { EXAMPLE_IDS, IDEMPOTENCY, type Operations } from './operation.ts'

const ITEM = '/webhooks/:webhook_id'
const tag = 'Events'

export const WEBHOOK_OPERATIONS: Operations = {
  'POST /webhooks': {
    id: 'createWebhook',
    tag,
    summary: 'Register a URL that gets events',
    description: 'Messages follow Standard Webhooks. The answer has the secret that verifies them.',
    examples: { clips: { url: EXAMPLE_IDS.webhookUrl, event_types: ['clip.completed', 'clip.failed'] } },
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  'GET /webhooks': { id: 'listWebhooks', tag, summary: 'List the webhooks' },
  [`GET ${ITEM}`]: { id: 'getWebhook', tag, summary: 'Get a webhook', problems: ['NotFound'] },
  [`PATCH ${ITEM}`]: {
    id: 'updateWebhook',
    tag,
    summary: 'Change a webhook, disable it or enable it again',
    examples: { all: { event_types: null }, on: { enabled: true } },
    problems: ['NotFound'],
  },
  [`DELETE ${ITEM}`]: { id: 'deleteWebhook', tag, summary: 'Delete a webhook with its log', problems: ['NotFound'] },
  [`POST ${ITEM}/rotate`]: {
    id: 'rotateWebhookSecret',
    tag,
    summary: 'Give a webhook a new secret; the old one signs too for a day',
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`POST ${ITEM}/test`]: {
    id: 'testWebhook',
    tag,
    summary: 'Send a test event',
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
  [`GET ${ITEM}/deliveries`]: {
    id: 'listWebhookDeliveries',
    tag,
    summary: 'List what was sent, newest first, with every attempt',
    queryExample: { limit: '20' },
    problems: ['NotFound'],
  },
  [`POST ${ITEM}/deliveries/:delivery_id/replay`]: {
    id: 'replayWebhookDelivery',
    tag,
    summary: 'Send an event again',
    requestHeaders: IDEMPOTENCY,
    problems: ['NotFound', 'Conflict'],
  },
}
