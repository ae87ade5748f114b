import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'
import type { AccountStatus, Schema } from './schema.ts'

export type Account = {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly status: AccountStatus
  readonly createdAt: number
}

/** The account of keys that are created without naming one. */
export const DEFAULT_ACCOUNT = 'default'

/** Returns the id of the account with this name. Creates the account if it is new. */
export async function ensureAccount(db: Database, name: string, now: number): Promise<string> {
  await db
    .insertInto('accounts')
    .values({ id: randomUUID(), name, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return id
}

/** Keeps other transactions that call this waiting until this one ends. On SQLite one transaction writes at a time anyway. */
export async function lockAccount(transaction: Database, id: string): Promise<void> {
  if (!isPostgres(transaction)) return
  // Weaker than `for update`, so that clips may refer to the account meanwhile.
  await transaction.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Inserts an account. Undefined if the name is taken. */
export async function insertAccount(
  db: Database,
  { name, plan, now }: { readonly name: string; readonly plan: string; readonly now: number },
): Promise<Account | undefined> {
  const row = await db
    .insertInto('accounts')
    .values({ id: randomUUID(), name, plan, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Every account that is not deleted, oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('status', '!=', 'deleted')
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(toAccount)
}

/** Returns the account with this id or name. Throws NOT_FOUND, also for a deleted one. */
export async function findAccount(db: Database, idOrName: string): Promise<Account> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where((is) => is.or([is('id', '=', idOrName), is('name', '=', idOrName)]))
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (row === undefined) throw accountNotFound(idOrName)
  return toAccount(row)
}

export async function findAccountByName(db: Database, name: string): Promise<Account | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toAccount(row)
}

/** Returns the account with this id. Throws NOT_FOUND, also for a deleted one. */
export async function findAccountById(db: Database, id: string): Promise<Account> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (row === undefined) throw accountNotFound(id)
  return toAccount(row)
}

/** Returns the account with this id, even if it is deleted. Throws NOT_FOUND. */
export async function findAnyAccount(db: Database, id: string): Promise<Account> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw accountNotFound(id)
  return toAccount(row)
}

/** Changes an account that is not deleted. False if there is none. */
export async function updateAccount(
  db: Database,
  id: string,
  change: { readonly plan?: string; readonly status?: AccountStatus; readonly name?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(change)
    .where('id', '=', id)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function accountNotFound(account: string): ServiceError {
  return new ServiceError('NOT_FOUND', `Cannot find account "${account}"`)
}

function toAccount({ id, name, plan, status, created_at: createdAt }: Selectable<Schema['accounts']>): Account {
  return { id, name, plan, status, createdAt }
}

export async function setAccountPlan(db: Database, id: string, plan: string): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute()
}

export async function countAccountsOfPlan(db: Database, plan: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('plan', '=', plan)
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The names of all plans that accounts have. */
export async function findPlansInUse(db: Database): Promise<readonly string[]> {
  return (await db.selectFrom('accounts').select('plan').distinct().execute()).map(({ plan }) => plan)
}
