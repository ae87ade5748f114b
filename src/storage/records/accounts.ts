import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'

export type Account = { readonly id: string; readonly name: string; readonly plan: string; readonly createdAt: number }

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

/** Every account, oldest first. */
export async function listAccounts(db: Database): Promise<readonly Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('name').execute()
  return rows.map(({ id, name, plan, created_at }) => ({ id, name, plan, createdAt: created_at }))
}

/** Returns the account with this id or name. Throws NOT_FOUND. */
export async function findAccount(db: Database, idOrName: string): Promise<Account> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where((is) => is.or([is('id', '=', idOrName), is('name', '=', idOrName)]))
    .executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find account "${idOrName}"`)
  return { id: row.id, name: row.name, plan: row.plan, createdAt: row.created_at }
}

export async function setAccountPlan(db: Database, id: string, plan: string): Promise<void> {
  await db.updateTable('accounts').set({ plan }).where('id', '=', id).execute()
}

export async function countAccountsOfPlan(db: Database, plan: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('plan', '=', plan)
    .executeTakeFirstOrThrow()
  return Number(count)
}
