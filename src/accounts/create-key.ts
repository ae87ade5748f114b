import { createKey } from '../key-format.ts'
import type { Database } from '../storage/database.ts'
import { type ApiKey, insertApiKey, type NewApiKey } from '../storage/records/api-keys.ts'

/** A new key. The key itself is shown once and stored nowhere. */
export type CreatedKey = { readonly key: string; readonly record: ApiKey }

/** Creates a key for an account, which is created too if it is new. */
export async function createApiKey(db: Database, options: Omit<NewApiKey, 'key'>): Promise<CreatedKey> {
  const key = createKey()
  return { key, record: await insertApiKey(db, { ...options, key }) }
}
