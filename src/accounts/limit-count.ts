import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { lockAccount } from '../storage/records/accounts.ts'

export type CountLimit = {
  /** Counts what there is, with what this transaction has added. */
  readonly count: () => Promise<number>
  readonly most: number
  /** The message for `count` things that are too many. */
  readonly refusal: (count: number) => string
}

/**
 * Throws CONFLICT if an account has more of something than it may. Call it in the transaction that adds to it, after the addition. Until
 * that ends, no other transaction of the account gets past this, so that requests at the same time cannot exceed a limit together.
 */
export async function limitCount(
  transaction: Database,
  accountId: string,
  { count, most, refusal }: CountLimit,
): Promise<void> {
  await lockAccount(transaction, accountId)
  const counted = await count()
  if (counted > most) throw new ServiceError('CONFLICT', refusal(counted))
}
