import { ServiceError } from '../../errors.ts'
import { insertDelivery, listDeliveries, replayDelivery } from '../../storage/records/webhook-deliveries.ts'
import { findEndpoint, type WebhookEndpoint } from '../../storage/records/webhook-endpoints.ts'
import type { App } from '../app.ts'
import { createAudited } from '../requests/audited-change.ts'
import {
  deliveryListSchema,
  deliveryParametersSchema,
  deliveryQuerySchema,
  deliverySchema,
  parseDeliveryLimit,
  toDeliveryBody,
  webhookParametersSchema,
} from '../schemas/webhook.ts'
import type { Services } from '../services.ts'
import { refusePlan } from './webhooks.ts'

const ITEM = '/webhooks/:webhook_id'

/** What was sent to a webhook: list, send again, send a test. */
export function registerWebhookDeliveryRoutes(app: App, services: Services): void {
  const { db, clock, webhooks } = services
  app.get(
    `${ITEM}/deliveries`,
    {
      schema: {
        params: webhookParametersSchema,
        querystring: deliveryQuerySchema,
        response: { 200: deliveryListSchema },
      },
    },
    async ({ accountId, params, query }) => {
      const { id: endpointId } = await findEndpoint(db, { accountId, id: params.webhook_id })
      const { limit, ...filter } = query
      const found = await listDeliveries(db, { endpointId, limit: parseDeliveryLimit(limit), ...filter })
      return { deliveries: found.map(toDeliveryBody) }
    },
  )

  app.post(
    `${ITEM}/deliveries/:delivery_id/replay`,
    { schema: { params: deliveryParametersSchema, response: { 200: deliverySchema } } },
    async (request) => {
      refusePlan(request)
      const { accountId, params } = request
      return await createAudited(request, services, async (transaction) => {
        const endpoint = await findEndpoint(transaction, { accountId, id: params.webhook_id })
        refuseDisabled(endpoint)
        return toDeliveryBody(await replayDelivery(transaction, { endpointId: endpoint.id, id: params.delivery_id }))
      }).finally(webhooks.wake)
    },
  )

  app.post(
    `${ITEM}/test`,
    { schema: { params: webhookParametersSchema, response: { 200: deliverySchema } } },
    async (request) => {
      refusePlan(request)
      const { accountId, params } = request
      return await createAudited(request, services, async (transaction) => {
        const endpoint = await findEndpoint(transaction, { accountId, id: params.webhook_id })
        refuseDisabled(endpoint)
        const delivery = { endpointId: endpoint.id, type: 'webhook.test', subject: endpoint.id, now: clock() }
        return toDeliveryBody(await insertDelivery(transaction, delivery))
      }).finally(webhooks.wake)
    },
  )
}

function refuseDisabled({ id, disabledAt }: WebhookEndpoint): void {
  if (disabledAt !== null)
    throw new ServiceError('CONFLICT', `Cannot send to webhook ${id}: it is disabled; enable it first`)
}
