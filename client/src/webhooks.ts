import type { components } from './api-types.ts'
import type { Call, CallOptions, Send } from './send.ts'

type Schemas = components['schemas']
export type Webhook = Schemas['Webhook']
export type WebhookInput = Schemas['WebhookInput']
export type WebhookPatch = Schemas['WebhookPatch']
export type WebhookDelivery = Schemas['WebhookDelivery']

export type DeliveryFilter = {
  readonly status?: WebhookDelivery['status'] | undefined
  /** At most 100. */
  readonly limit?: number | undefined
  /** The id of a delivery: lists only older ones. */
  readonly before?: string | undefined
}

/** The calls about webhooks. */
export function createWebhooks(send: Send) {
  const json = async <Body>(path: string, call: Call): Promise<Body> =>
    (await (await send(`/webhooks${path}`, call)).json()) as Body
  const item = (id: string): string => `/${encodeURIComponent(id)}`

  return {
    /** Registers a URL. The answer has the secret that verifies messages; it is shown only now. */
    create: (body: WebhookInput, { signal }: CallOptions = {}) => json<Schemas['WebhookCreated']>('', { body, signal }),
    async list({ signal }: CallOptions = {}): Promise<readonly Webhook[]> {
      return (await json<{ readonly webhooks: readonly Webhook[] }>('', { signal })).webhooks
    },
    get: (id: string, { signal }: CallOptions = {}) => json<Webhook>(item(id), { signal }),
    update: (id: string, body: WebhookPatch, { signal }: CallOptions = {}) =>
      json<Webhook>(item(id), { method: 'PATCH', body, signal }),
    delete: (id: string, { signal }: CallOptions = {}) => json<Webhook>(item(id), { method: 'DELETE', signal }),
    /** Gives a webhook a new secret. The one before signs too for a day. */
    rotate: (id: string, { signal }: CallOptions = {}) =>
      json<Schemas['WebhookRotated']>(`${item(id)}/rotate`, { method: 'POST', signal }),
    /** Sends a test event. */
    test: (id: string, { signal }: CallOptions = {}) =>
      json<WebhookDelivery>(`${item(id)}/test`, { method: 'POST', signal }),
    async deliveries(id: string, filter: DeliveryFilter = {}, { signal }: CallOptions = {}) {
      const path = `${item(id)}/deliveries`
      return (await json<{ readonly deliveries: readonly WebhookDelivery[] }>(path, { query: filter, signal }))
        .deliveries
    },
    /** Sends an event again, under the same id. */
    replay: (id: string, deliveryId: string, { signal }: CallOptions = {}) =>
      json<WebhookDelivery>(`${item(id)}/deliveries${item(deliveryId)}/replay`, { method: 'POST', signal }),
  }
}
