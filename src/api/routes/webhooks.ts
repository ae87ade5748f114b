import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { limitCount } from '../../accounts/limit-count.ts'
import { ServiceError } from '../../errors.ts'
import { checkPort, findAddresses, hostOf, NoAddress } from '../../jobs/webhooks/public-address.ts'
import type { Database } from '../../storage/database.ts'
import { noteEndpoint } from '../../storage/records/webhook-deliveries.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from '../../storage/records/webhook-endpoints.ts'
import { withoutSecret } from '../answers/kept-secret.ts'
import type { App } from '../app.ts'
import { changeAudited, createAudited } from '../requests/audited-change.ts'
import {
  badUrl,
  parseWebhookUrl,
  toWebhookBody,
  webhookCreatedSchema,
  webhookInputSchema,
  webhookListSchema,
  webhookParametersSchema,
  webhookPatchSchema,
  webhookRotatedSchema,
  webhookSchema,
} from '../schemas/webhook.ts'
import type { Services } from '../services.ts'

const MAX_ENDPOINTS = 20
/** How long the secret before a rotation signs too. */
const ROTATION_MS = 24 * 60 * 60_000
const SECRET_BYTES = 32

const COLLECTION = '/webhooks'
const ITEM = '/webhooks/:webhook_id'

/** Webhooks: register, list, get, change, delete, give a new secret. */
export function registerWebhookRoutes(app: App, services: Services): void {
  const { db, clock } = services

  app.post(
    COLLECTION,
    { schema: { body: webhookInputSchema, response: { 200: webhookCreatedSchema } } },
    async (request) => {
      refusePlan(request)
      const { accountId, body } = request
      const url = await checkUrl(body.url, services)
      const now = clock()
      const create = async (transaction: Database): Promise<Static<typeof webhookCreatedSchema>> => {
        const [secret, eventTypes] = [createSecret(), body.event_types ?? null]
        const endpoint = await insertEndpoint(transaction, { accountId, url, eventTypes, secret, now })
        await limitCount(transaction, accountId, {
          count: async () => (await listEndpoints(transaction, accountId)).length,
          most: MAX_ENDPOINTS,
          refusal: () => `Cannot register a webhook: the account has ${MAX_ENDPOINTS}`,
        })
        return { ...toWebhookBody(endpoint), secret }
      }
      return await createAudited(request, services, create, withoutSecret(accountId))
    },
  )

  app.get(COLLECTION, { schema: { response: { 200: webhookListSchema } } }, async ({ accountId }) => {
    return { webhooks: (await listEndpoints(db, accountId)).map(toWebhookBody) }
  })

  const schema = { params: webhookParametersSchema, response: { 200: webhookSchema } }

  app.get(ITEM, { schema }, async ({ accountId, params }) =>
    toWebhookBody(await findEndpoint(db, { accountId, id: params.webhook_id })),
  )

  app.patch(ITEM, { schema: { ...schema, body: webhookPatchSchema } }, async (request) => {
    refusePlan(request)
    const { accountId, params, body } = request
    const key = { accountId, id: params.webhook_id }
    await findEndpoint(db, key)
    const url = body.url === undefined ? undefined : await checkUrl(body.url, services)
    return await changeAudited(request, services, async (transaction) => {
      if (body.enabled === false) await noteEndpoint(transaction, key.id, { now: clock(), outcome: 'disable' })
      const changed = await updateEndpoint(transaction, key, {
        ...(url !== undefined && { url }),
        ...(body.event_types !== undefined && { eventTypes: body.event_types }),
        ...(body.enabled === true && { disabledAt: null }),
      })
      return toWebhookBody(changed)
    })
  })

  app.delete(ITEM, { schema }, async (request) => {
    const { accountId, params } = request
    return await changeAudited(request, services, async (transaction) =>
      toWebhookBody(await deleteEndpoint(transaction, { accountId, id: params.webhook_id })),
    )
  })

  app.post(
    `${ITEM}/rotate`,
    { schema: { params: webhookParametersSchema, response: { 200: webhookRotatedSchema } } },
    async (request) => {
      const { accountId, params } = request
      const now = clock()
      const rotate = async (transaction: Database): Promise<Static<typeof webhookRotatedSchema>> => {
        const [secret, until] = [createSecret(), now + ROTATION_MS]
        const endpoint = await rotateSecret(transaction, { accountId, id: params.webhook_id }, { secret, until })
        return { ...toWebhookBody(endpoint), secret, previous_secret_until: until }
      }
      return await createAudited(request, services, rotate, withoutSecret(accountId))
    },
  )
}

/** Throws FORBIDDEN if the account's plan has no webhooks. */
export function refusePlan({ plan }: Pick<FastifyRequest, 'plan'>): void {
  if (!plan.webhooks)
    throw new ServiceError('FORBIDDEN', 'Cannot use webhooks: the plan of the account does not allow them')
}

/** Throws MISSING_ARGUMENT if nothing may be sent to a URL, or its host has no address at present. */
async function checkUrl(text: string, { webhooks }: Services): Promise<string> {
  const url = parseWebhookUrl(text)
  try {
    checkPort(new URL(url), webhooks)
    await findAddresses(hostOf(new URL(url)), webhooks)
    return url
  } catch (error) {
    throw error instanceof NoAddress ? badUrl(error.message) : error
  }
}

/** A secret of Standard Webhooks. */
function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}
