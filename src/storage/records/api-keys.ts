import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { MAX_TIME } from '../storable.ts'
import { DEFAULT_ACCOUNT, ensureAccount, setAccountPlan } from './accounts.ts'
import { hashesOf, hashKey, isEqualHash } from './key-hashes.ts'
import type { AccountStatus } from './schema.ts'

/** A key as it may be shown: everything but the key. */
export type ApiKey = KeyRules & {
  readonly id: string
  readonly accountId: string
  /** The first of the keys that replaced one another, which share a monthly limit; the key itself if it replaced none. */
  readonly family: string
  readonly name: string
  /** The last four characters of the key. */
  readonly hint: string
  readonly createdAt: number
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

/** What restricts a key. */
export type KeyRules = {
  /** Null: all but `keys` and `admin`. */
  readonly scopes: readonly string[] | null
  readonly expiresAt: number | null
  /** IP addresses and ranges in CIDR notation. Null: any. */
  readonly allowedAddresses: readonly string[] | null
  /** UTF-16 units. Null: only the limit of the account counts. */
  readonly charactersPerMonth: number | null
}

/** What can be changed of a key. */
export type KeyChange = Partial<KeyRules> & { readonly name?: string }

export type NewApiKey = Partial<KeyRules> & {
  readonly key: string
  readonly name: string
  /** The name of the account; `accountId` counts if both are given. */
  readonly account?: string
  readonly accountId?: string
  /** That of the key that it replaces. */
  readonly family?: string
  /** Given to the account if this is its first key. */
  readonly plan?: string
  readonly now: number
}

/** Stores a key for an account, which is created too if it is new. Only a hash of the key is stored. */
export async function insertApiKey(
  db: Database,
  { key, account, plan, family, ...values }: NewApiKey,
): Promise<ApiKey> {
  const accountId = values.accountId ?? (await ensureAccount(db, account ?? DEFAULT_ACCOUNT, values.now))
  if (plan !== undefined && (await listApiKeys(db, accountId)).length === 0) await setAccountPlan(db, accountId, plan)
  const { scopes = null, expiresAt = null, allowedAddresses = null, charactersPerMonth = null } = values
  const id = randomUUID()
  const hint = key.slice(-4)
  await db
    .insertInto('api_keys')
    .values({
      id,
      account_id: accountId,
      name: values.name,
      hash: await hashKey(db, key),
      hint,
      created_at: values.now,
      // Left out if not given, so that a database of an earlier version can take keys too.
      ...(scopes && { scopes: scopes.join(' ') }),
      ...(expiresAt !== null && { expires_at: expiresAt }),
      ...(allowedAddresses && { allowed_addresses: allowedAddresses.join(' ') }),
      ...(family !== undefined && { family }),
      ...(charactersPerMonth !== null && { characters_per_month: charactersPerMonth }),
    })
    // Several processes can set the operator's key at the same time.
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  const rules = { scopes, expiresAt, allowedAddresses, charactersPerMonth }
  return {
    id,
    accountId,
    family: family ?? id,
    name: values.name,
    hint,
    createdAt: values.now,
    revokedAt: null,
    lastUsedAt: null,
    ...rules,
  }
}

/** What setting a key has changed. */
export type SetKey = {
  readonly id: string
  readonly accountId: string
  /** Whether it is new, or was revoked before. */
  readonly isChanged: boolean
  /** Ids of earlier keys that are invalid now. */
  readonly revoked: readonly string[]
}

/**
 * Makes `key` valid from now on, and every earlier key of the same name and account invalid. Used for the key that the operator
 * sets. Several processes can do it at the same time.
 */
export async function setApiKey(db: Database, options: NewApiKey): Promise<SetKey> {
  const known = await findByKey(db, options.key)
  const inserted = known === undefined ? await insertApiKey(db, options) : undefined
  const { id, account_id: accountId } = known ?? (await findByKey(db, options.key))!
  const restored = await db
    .updateTable('api_keys')
    .set({ revoked_at: null })
    .where('id', '=', id)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: options.now })
    .where('account_id', '=', accountId)
    .where('name', '=', options.name)
    .where('id', '!=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const isChanged = inserted?.id === id || restored.numUpdatedRows > 0n
  return { id, accountId, isChanged, revoked: revoked.map((key) => key.id) }
}

/** A key with the fields of its account that authentication needs. */
export type AccountKey = ApiKey & { readonly plan: string; readonly accountStatus: AccountStatus }

/** Returns the key's record, unless the key is unknown or revoked. `secret` is that of `loadKeySecret`, read here if left out. */
export async function findValidApiKey(db: Database, key: string, secret?: string): Promise<AccountKey | undefined> {
  const row = await findByKey(db, key, secret)
  return row === undefined || row.revoked_at !== null ? undefined : toAccountKey(row)
}

/** Returns the record of the key with this id, unless there is none or it is revoked. */
export async function findValidApiKeyById(db: Database, id: string): Promise<AccountKey | undefined> {
  const row = await selectKeys(db).where('api_keys.id', '=', id).where('revoked_at', 'is', null).executeTakeFirst()
  return row && toAccountKey(row)
}

/** Returns the key with this id, revoked or not. Throws NOT_FOUND, also for a key of another account than the given one. */
export async function findApiKey(
  db: Database,
  { id, accountId }: { readonly id: string; readonly accountId?: string | undefined },
): Promise<ApiKey> {
  const row = await selectKeys(db).where('api_keys.id', '=', id).executeTakeFirst()
  if (row === undefined || (accountId !== undefined && row.account_id !== accountId))
    throw new ServiceError('NOT_FOUND', `Cannot find key ${id}`)
  return toApiKey(row)
}

/** How many keys of an account are neither revoked nor expired. */
export async function countValidKeys(db: Database, accountId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Revokes every valid key of an account. */
export async function revokeApiKeysOf(db: Database, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

function selectKeys(db: Database) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.plan', 'accounts.status', 'accounts.name as account'])
}

/** Finds a key by its hash, so that the time of the search says nothing about stored keys. */
async function findByKey(db: Database, key: string, secret?: string) {
  const hashes = await hashesOf(db, key, secret)
  const row = await selectKeys(db).where('hash', 'in', hashes).executeTakeFirst()
  return row !== undefined && hashes.some((hash) => isEqualHash(hash, row.hash)) ? row : undefined
}

/** Every key, or those of an account, oldest first, revoked ones included. */
export async function listApiKeys(
  db: Database,
  accountId?: string,
): Promise<readonly (ApiKey & { readonly account: string })[]> {
  let query = selectKeys(db).orderBy('api_keys.created_at').orderBy('api_keys.id')
  if (accountId !== undefined) query = query.where('api_keys.account_id', '=', accountId)
  return (await query.execute()).map((row) => ({ ...toApiKey(row), account: row.account }))
}

/** Revokes the key with this id. False if there is none, or it is revoked already. Takes away an expiry that no storage should hold. */
export async function revokeApiKey(db: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({
      revoked_at: now,
      expires_at: sql<number | null>`case when expires_at > ${sql.lit(MAX_TIME)} then null else expires_at end`,
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes the name and the rules of a key. What is left out stays as it is. */
export async function updateApiKey(
  db: Database,
  id: string,
  { name, scopes, expiresAt, allowedAddresses, charactersPerMonth }: KeyChange,
): Promise<void> {
  const change = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: scopes?.join(' ') ?? null }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(allowedAddresses !== undefined && { allowed_addresses: allowedAddresses?.join(' ') ?? null }),
    ...(charactersPerMonth !== undefined && { characters_per_month: charactersPerMonth }),
  }
  if (Object.keys(change).length > 0) await db.updateTable('api_keys').set(change).where('id', '=', id).execute()
}

/** Ends a key at a time, unless it ends earlier. */
export async function expireApiKey(db: Database, id: string, expiresAt: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', expiresAt)]))
    .execute()
}

/** Notes when keys were last used. */
export async function noteKeyUses(db: Database, uses: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, lastUsedAt] of uses)
    await db.updateTable('api_keys').set({ last_used_at: lastUsedAt }).where('id', '=', id).execute()
}

type ApiKeyRow = {
  id: string
  account_id: string
  name: string
  hint: string
  created_at: number
  revoked_at: number | null
  scopes: string | null
  expires_at: number | null
  allowed_addresses: string | null
  characters_per_month: number | null
  last_used_at: number | null
  family: string | null
}

function toAccountKey(row: ApiKeyRow & { plan: string; status: AccountStatus }): AccountKey {
  return { ...toApiKey(row), plan: row.plan, accountStatus: row.status }
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    family: row.family ?? row.id,
    accountId: row.account_id,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    scopes: row.scopes?.split(' ') ?? null,
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses?.split(' ') ?? null,
    charactersPerMonth: row.characters_per_month,
    lastUsedAt: row.last_used_at,
  }
}
