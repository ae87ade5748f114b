import { Type } from 'typebox'
import { createAccountKey, revokeKey, rotateKey } from '../../../accounts/management/manage-keys.ts'
import { findAccountById } from '../../../storage/records/accounts.ts'
import { listApiKeys } from '../../../storage/records/api-keys.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  createdKeySchema,
  keyInputSchema,
  keyListSchema,
  keySchema,
  overlapOf,
  rotationInputSchema,
  toCreatedKeyBody,
  toKeyBody,
  toKeyRequest,
} from '../../schemas/administration/key.ts'
import type { Services } from '../../services.ts'

const COLLECTION = '/admin/accounts/:account_id/keys'
const ITEM = `${COLLECTION}/:key_id` as const

const accountSchema = Type.Object({ account_id: Type.String() })
const paramsSchema = Type.Object({ account_id: Type.String(), key_id: Type.String() })

/** /admin/accounts/.../keys: the keys of any account, with any scopes. */
export function registerAccountKeyRoutes(app: App, { db, clock }: Services): void {
  app.get(
    COLLECTION,
    { schema: { params: accountSchema, response: { 200: keyListSchema } } },
    async ({ params: { account_id: accountId } }) => {
      await findAccountById(db, accountId)
      const keys = await listApiKeys(db, accountId)
      return { count: keys.length, keys: keys.map((key) => toKeyBody(key, clock())) }
    },
  )

  app.post(
    COLLECTION,
    { schema: { params: accountSchema, body: keyInputSchema, response: { 200: createdKeySchema } } },
    async (request) => {
      const accountId = request.params.account_id
      const now = clock()
      const created = await createAccountKey(db, { ...toKeyRequest(request.body), accountId }, changedBy(request, now))
      return toCreatedKeyBody(created, now)
    },
  )

  app.post(
    `${ITEM}/rotate`,
    { schema: { params: paramsSchema, body: rotationInputSchema, response: { 200: createdKeySchema } } },
    async (request) => {
      const { account_id: accountId, key_id: keyId } = request.params
      const now = clock()
      const rotation = { keyId, accountId, overlapMs: overlapOf(request.body) }
      return toCreatedKeyBody(await rotateKey(db, rotation, changedBy(request, now)), now)
    },
  )

  app.delete(ITEM, { schema: { params: paramsSchema, response: { 200: keySchema } } }, async (request) => {
    const { account_id: accountId, key_id: keyId } = request.params
    const now = clock()
    return toKeyBody(await revokeKey(db, { keyId, accountId }, changedBy(request, now)), now)
  })
}
