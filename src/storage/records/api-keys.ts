import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'

/** A key as it may be shown: everything but the key. */
export type ApiKey = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** The last four characters of the key. */
  readonly hint: string
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** The account of keys that are made without naming one. */
export const DEFAULT_ACCOUNT = 'default'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 40 characters of 62 are 238 bits: too many to guess, so a plain hash keeps them safe. */
const KEY_LENGTH = 40

export type CreateApiKeyOptions = { readonly name: string; readonly account?: string; readonly now: number }

/** Makes a key for an account, which is made too if it is new. The key itself is returned once and stored only as a hash. */
export async function createApiKey(
  db: Database,
  options: CreateApiKeyOptions,
): Promise<{ key: string; record: ApiKey }> {
  const key = `declaim_${Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
  return { key, record: await insertApiKey(db, key, options) }
}

/** Makes `key` valid from now on, and every earlier key of the same name invalid. Used for the key that the operator sets. */
export async function setApiKey(db: Database, key: string, options: CreateApiKeyOptions): Promise<void> {
  const hash = hashKey(key)
  await db
    .updateTable('api_keys')
    .set({ revoked_at: options.now })
    .where('name', '=', options.name)
    .where('hash', '!=', hash)
    .where('revoked_at', 'is', null)
    .execute()
  await insertApiKey(db, key, options)
  await db.updateTable('api_keys').set({ revoked_at: null }).where('hash', '=', hash).execute()
}

/** The key's record if the key is valid, else undefined. */
export async function findValidApiKey(db: Database, key: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('hash', '=', hashKey(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && toApiKey(row)
}

/** Every key, oldest first, the revoked ones too. */
export async function listApiKeys(db: Database): Promise<readonly (ApiKey & { readonly account: string })[]> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.name as account')
    .orderBy('api_keys.created_at')
    .execute()
  return rows.map((row) => ({ ...toApiKey(row), account: row.account }))
}

/** Revokes the key with this id. False if there is none, or it is revoked already. */
export async function revokeApiKey(db: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores a key that is not stored yet; another process may do the same at the same time. */
async function insertApiKey(db: Database, key: string, { name, account, now }: CreateApiKeyOptions): Promise<ApiKey> {
  const accountId = await ensureAccount(db, account ?? DEFAULT_ACCOUNT, now)
  const row = {
    id: randomUUID(),
    account_id: accountId,
    name,
    hash: hashKey(key),
    hint: key.slice(-4),
    created_at: now,
    revoked_at: null,
  }
  await db
    .insertInto('api_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return toApiKey(row)
}

/** The id of the account with this name, which is made if it is new. */
export async function ensureAccount(db: Database, name: string, now: number): Promise<string> {
  await db
    .insertInto('accounts')
    .values({ id: randomUUID(), name, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return id
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

type ApiKeyRow = {
  id: string
  account_id: string
  name: string
  hint: string
  created_at: number
  revoked_at: number | null
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}
