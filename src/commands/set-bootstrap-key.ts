import { recordChange } from '../accounts/management/record-change.ts'
import { OWNER_PLAN } from '../accounts/plans.ts'
import type { Database } from '../storage/database.ts'
import { setApiKey } from '../storage/records/api-keys.ts'
import { byOperator } from './by-operator.ts'

const NAME = 'bootstrap'

/** Makes the key that the operator sets valid, and the one that was set before invalid. The audit log notes what changes. */
export async function setBootstrapKey(db: Database, key: string, now: number): Promise<void> {
  const by = { ...byOperator(), now }
  await db.transaction().execute(async (transaction) => {
    const { id, accountId, isChanged, revoked } = await setApiKey(transaction, {
      key,
      name: NAME,
      plan: OWNER_PLAN,
      now,
    })
    if (isChanged)
      await recordChange(transaction, by, { action: 'createKey', accountId, target: id, details: { name: NAME } })
    for (const target of revoked) await recordChange(transaction, by, { action: 'revokeKey', accountId, target })
  })
}
