import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database.ts'
import { ensureSecret, findSecret } from './secrets.ts'

const KEY_SECRET = 'api-keys'

/** The secret that all hashes of keys are made with. It never changes. */
export async function loadKeySecret(db: Database): Promise<string> {
  return (await findSecret(db, KEY_SECRET)) ?? (await ensureSecret(db, KEY_SECRET))
}

/** The hash that a new key is stored as, in hexadecimal. `secret` is that of `loadKeySecret`, read here if left out. */
export async function hashKey(db: Database, key: string, secret?: string): Promise<string> {
  return createHmac('sha256', secret ?? (await loadKeySecret(db)))
    .update(key)
    .digest('hex')
}

/** The hashes that a key may be stored as: earlier versions stored a plain one. */
export async function hashesOf(db: Database, key: string, secret?: string): Promise<readonly string[]> {
  return [await hashKey(db, key, secret), createHash('sha256').update(key).digest('hex')]
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isEqualHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
