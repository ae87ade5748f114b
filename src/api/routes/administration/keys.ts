import type { FastifyRequest } from 'fastify'
import { changeKey, createAccountKey, revokeKey, rotateKey } from '../../../accounts/management/manage-keys.ts'
import { ServiceError } from '../../../errors.ts'
import { findApiKey, listApiKeys } from '../../../storage/records/api-keys.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  createdKeySchema,
  keyInputSchema,
  keyListSchema,
  keyParametersSchema,
  keyPatchSchema,
  keySchema,
  overlapOf,
  rotationInputSchema,
  toCreatedKeyBody,
  toKeyBody,
  toKeyChange,
  toKeyRequest,
} from '../../schemas/administration/key.ts'
import type { Services } from '../../services.ts'

/** /keys: the keys of the caller's own account. The caller needs every scope of a key that it creates, replaces or ends. */
export function registerKeyRoutes(app: App, { db, clock }: Services): void {
  app.get('/keys', { schema: { response: { 200: keyListSchema } } }, async ({ accountId }) => {
    const keys = await listApiKeys(db, accountId)
    return { count: keys.length, keys: keys.map((key) => toKeyBody(key, clock())) }
  })

  app.post('/keys', { schema: { body: keyInputSchema, response: { 200: createdKeySchema } } }, async (request) => {
    const { accountId, scopes: grantable, body } = request
    refuseRestricted(request)
    const now = clock()
    const by = changedBy(request, now)
    return toCreatedKeyBody(await createAccountKey(db, { ...toKeyRequest(body), accountId, grantable }, by), now)
  })

  const schema = { params: keyParametersSchema, response: { 200: keySchema } }

  app.get('/keys/:key_id', { schema }, async ({ accountId, params }) =>
    toKeyBody(await findApiKey(db, { id: params.key_id, accountId }), clock()),
  )

  app.patch('/keys/:key_id', { schema: { ...schema, body: keyPatchSchema } }, async (request) => {
    const { accountId, scopes: grantable, params, body } = request
    // NOT_FOUND comes first, so that a foreign key looks like an unknown one.
    await findApiKey(db, { id: params.key_id, accountId })
    refuseRestricted(request)
    const now = clock()
    const named = { keyId: params.key_id, accountId, grantable, change: toKeyChange(body) }
    return toKeyBody(await changeKey(db, named, changedBy(request, now)), now)
  })

  app.delete('/keys/:key_id', { schema }, async (request) => {
    const { accountId, scopes: grantable, params } = request
    const now = clock()
    const named = { keyId: params.key_id, accountId, grantable }
    return toKeyBody(await revokeKey(db, named, changedBy(request, now)), now)
  })

  app.post(
    '/keys/:key_id/rotate',
    { schema: { params: keyParametersSchema, body: rotationInputSchema, response: { 200: createdKeySchema } } },
    async (request) => {
      const { accountId, scopes: grantable, params, body } = request
      // NOT_FOUND comes first, so that a foreign key looks like an unknown one.
      await findApiKey(db, { id: params.key_id, accountId })
      refuseRestricted(request)
      const now = clock()
      const named = { keyId: params.key_id, accountId, grantable }
      return toCreatedKeyBody(
        await rotateKey(db, { ...named, overlapMs: overlapOf(body) }, changedBy(request, now)),
        now,
      )
    },
  )
}

/** A key or a member with limits of its own cannot make one without them. Throws FORBIDDEN. */
export function refuseRestricted({
  callerKey,
  callerMember,
}: Pick<FastifyRequest, 'callerKey' | 'callerMember'>): void {
  if (typeof callerMember?.charactersPerMonth === 'number')
    throw new ServiceError('FORBIDDEN', 'Cannot create or change keys and members as a member that has a monthly limit')
  if (callerKey?.isRestricted)
    throw new ServiceError(
      'FORBIDDEN',
      'Cannot create or change keys and members with a key that has an end, allowed addresses or a monthly limit',
    )
}
