import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { lockAccount } from '../storage/records/accounts.ts'
import { countUnfinishedClips } from '../storage/records/clips.ts'
import type { PlanLimits } from './plan-fields.ts'

const RETRY_AFTER_SECONDS = 10

/**
 * Throws RATE_LIMITED if an account has more unfinished clips than its plan allows. Call it at the end of the transaction that
 * stores them. Until that ends, no other process adds clips of an account that has a limit.
 */
export async function checkQueuedClips(
  transaction: Database,
  accountId: string,
  { queuedClips }: Pick<PlanLimits, 'queuedClips'>,
): Promise<void> {
  if (queuedClips === null) return
  await lockAccount(transaction, accountId)
  const count = await countUnfinishedClips(transaction, accountId)
  if (count <= queuedClips) return
  throw new ServiceError(
    'RATE_LIMITED',
    `Cannot accept clips: ${count} would be unfinished, and the plan allows ${queuedClips}; wait until some are COMPLETE`,
    { reason: 'queue', headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  )
}
