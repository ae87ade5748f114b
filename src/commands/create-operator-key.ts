import type { CreatedKey } from '../accounts/create-key.ts'
import { changeAccount, openAccount } from '../accounts/management/manage-accounts.ts'
import { createAccountKey, type KeyRequest } from '../accounts/management/manage-keys.ts'
import { DEFAULT_PLAN, OWNER_PLAN } from '../accounts/plans.ts'
import type { Database } from '../storage/database.ts'
import { listApiKeys } from '../storage/records/api-keys.ts'
import { byOperator } from './by-operator.ts'

type OperatorKey = Omit<KeyRequest, 'accountId'> & { readonly account: string }

/** Creates a key for the operator, and its account if that is new. The account of the very first key gets the plan `owner`. */
export async function createOperatorKey(db: Database, { account, ...request }: OperatorKey): Promise<CreatedKey> {
  const by = byOperator()
  const isFirst = (await listApiKeys(db)).length === 0
  const { id: accountId, plan } = await openAccount(db, account, by)
  const created = await createAccountKey(db, { ...request, accountId }, by)
  if (isFirst && plan === DEFAULT_PLAN) await changeAccount(db, accountId, { plan: OWNER_PLAN }, by)
  return created
}
