import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import {
  type Account,
  DEFAULT_ACCOUNT,
  ensureAccount,
  findAccountById,
  findAccountByName,
  insertAccount,
  updateAccount,
} from '../../storage/records/accounts.ts'
import { revokeApiKeysOf } from '../../storage/records/api-keys.ts'
import { deleteSessions } from '../../storage/records/sessions.ts'
import { checkPlan, DEFAULT_PLAN } from '../plans.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

const MAX_NAME_LENGTH = 200

type NewAccount = { readonly name: string; readonly plan?: string | undefined }

/** Creates an account. Throws MISSING_ARGUMENT for a name or plan that cannot be used, and CONFLICT if the name is taken. */
export async function createAccount(
  db: Database,
  { name, plan = DEFAULT_PLAN }: NewAccount,
  by: ChangedBy,
): Promise<Account> {
  checkAccountName(name)
  return await db.transaction().execute(async (transaction) => {
    await checkPlan(transaction, plan)
    const account = await insertAccount(transaction, { name, plan, now: by.now })
    if (account === undefined)
      throw new ServiceError('CONFLICT', `Cannot create account "${name}": an account has this name`)
    await recordChange(transaction, by, {
      action: 'createAccount',
      accountId: account.id,
      target: account.id,
      details: { name, plan },
    })
    return account
  })
}

/** Returns the account with this name, which is created if it is new. */
export async function openAccount(db: Database, name: string, by: ChangedBy): Promise<Account> {
  checkAccountName(name)
  return await db.transaction().execute(async (transaction) => {
    const known = await findAccountByName(transaction, name)
    if (known !== undefined) return known
    const id = await ensureAccount(transaction, name, by.now)
    await recordChange(transaction, by, { action: 'createAccount', accountId: id, target: id, details: { name } })
    return await findAccountById(transaction, id)
  })
}

export type AccountChange = {
  readonly plan?: string | undefined
  readonly status?: 'active' | 'suspended' | undefined
}

/** Changes the plan of an account, suspends it or makes it active again. Throws NOT_FOUND, and MISSING_ARGUMENT for an unknown plan. */
export async function changeAccount(
  db: Database,
  id: string,
  { plan, status }: AccountChange,
  by: ChangedBy,
): Promise<Account> {
  const change = { ...(plan !== undefined && { plan }), ...(status !== undefined && { status }) }
  return await db.transaction().execute(async (transaction) => {
    const account = await findAccountById(transaction, id)
    if (plan !== undefined) await checkPlan(transaction, plan)
    if (Object.keys(change).length === 0) return account
    await updateAccount(transaction, id, change)
    await recordChange(transaction, by, { action: 'changeAccount', accountId: id, target: id, details: change })
    return { ...account, ...change }
  })
}

/**
 * Deletes an account: its keys and sessions end at once and its name is free again. Its usage stays. A worker removes its
 * clips and libraries. Throws NOT_FOUND, and CONFLICT for the default account, which commands and the Studio use.
 */
export async function deleteAccount(db: Database, id: string, by: ChangedBy): Promise<Account> {
  return await db.transaction().execute(async (transaction) => {
    const account = await findAccountById(transaction, id)
    if (account.name === DEFAULT_ACCOUNT) throw cannotDeleteDefault()
    await revokeApiKeysOf(transaction, id, by.now)
    await deleteSessions(transaction, id)
    await updateAccount(transaction, id, { status: 'deleted', name: `deleted ${id}` })
    const { name, plan } = account
    await recordChange(transaction, by, { action: 'deleteAccount', accountId: id, target: id, details: { name, plan } })
    return { ...account, status: 'deleted' }
  })
}

function cannotDeleteDefault(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `Cannot delete account "${DEFAULT_ACCOUNT}": commands and the Studio use it unless another is named; suspend it, or revoke its keys`,
  )
}

function checkAccountName(name: string): void {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use account name ${JSON.stringify(name.slice(0, 60))}: expected 1 to ${MAX_NAME_LENGTH} characters on one line`,
    )
}
