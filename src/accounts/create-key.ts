import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type ApiKey, expireApiKey, insertApiKey, listApiKeys, type NewApiKey } from '../storage/records/api-keys.ts'
import { createKey } from './key-format.ts'

/** A new key. The key itself is shown once and stored nowhere. */
export type CreatedKey = { readonly key: string; readonly record: ApiKey }

/** Creates a key for an account, which is created too if it is new. */
export async function createApiKey(db: Database, options: Omit<NewApiKey, 'key'>): Promise<CreatedKey> {
  const key = createKey()
  return { key, record: await insertApiKey(db, { ...options, key }) }
}

/** Creates a key with the rules of an earlier one, which stays valid for `overlapMs`. Throws NOT_FOUND for an unknown or ended key. */
export async function rotateApiKey(
  db: Database,
  id: string,
  { now, overlapMs }: { readonly now: number; readonly overlapMs: number },
): Promise<CreatedKey> {
  const old = (await listApiKeys(db)).find((one) => one.id === id)
  if (old === undefined || old.revokedAt !== null || (old.expiresAt ?? Number.POSITIVE_INFINITY) <= now)
    throw new ServiceError('NOT_FOUND', `Cannot rotate key ${id}: no valid key has this id`)
  const { name, account, scopes, expiresAt, allowedAddresses, charactersPerMonth } = old
  const rules = { scopes, expiresAt, allowedAddresses, charactersPerMonth }
  const created = await createApiKey(db, { name, account, now, ...rules })
  await expireApiKey(db, id, now + overlapMs)
  return created
}
