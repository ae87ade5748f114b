import { type ChangedBy, recordChange } from '../accounts/management/record-change.ts'
import { OWNER_PLAN } from '../accounts/plans.ts'
import type { Database } from '../storage/database.ts'
import { type Account, DEFAULT_ACCOUNT, findAccountByName } from '../storage/records/accounts.ts'
import { setApiKey } from '../storage/records/api-keys.ts'
import { byOperator } from './by-operator.ts'

const NAME = 'bootstrap'

/** Makes the key that the operator sets valid, and the one that was set before invalid. The audit log notes what changes. */
export async function setBootstrapKey(db: Database, key: string, now: number): Promise<void> {
  const by = { ...byOperator(), now }
  await db.transaction().execute(async (transaction) => {
    const before = await findAccountByName(transaction, DEFAULT_ACCOUNT)
    const { id, accountId, isChanged, revoked } = await setApiKey(transaction, {
      key,
      name: NAME,
      plan: OWNER_PLAN,
      now,
    })
    await recordAccount(transaction, before, by)
    if (isChanged)
      await recordChange(transaction, by, { action: 'createKey', accountId, target: id, details: { name: NAME } })
    for (const target of revoked) await recordChange(transaction, by, { action: 'revokeKey', accountId, target })
  })
}

/** Notes that the first key made the account, or gave it its plan. */
async function recordAccount(transaction: Database, before: Account | undefined, by: ChangedBy): Promise<void> {
  const after = await findAccountByName(transaction, DEFAULT_ACCOUNT)
  if (after === undefined || before?.plan === after.plan) return
  const { id, name, plan } = after
  const common = { accountId: id, target: id }
  if (before === undefined)
    await recordChange(transaction, by, { ...common, action: 'createAccount', details: { name, plan } })
  else await recordChange(transaction, by, { ...common, action: 'changeAccount', details: { plan } })
}
