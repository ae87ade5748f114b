import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'

/** A request that its caller may send again after a lost answer. */
export type RepeatableRequest = {
  readonly accountId: string
  /** The Idempotency-Key header; undefined where the caller sent none. */
  readonly key: string | undefined
  /** Equal for equal requests: a hash of method, path and body. */
  readonly requestHash: string
  readonly now: number
}

/**
 * Runs `create` in one transaction and returns its answer. Under an idempotency key it runs once: the same request
 * gets the first answer again; another request under the same key is a CONFLICT. An error stores nothing.
 */
export async function createOnce<Answer extends object>(
  db: Database,
  request: RepeatableRequest,
  create: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  const { accountId, key, requestHash, now } = request
  return await db.transaction().execute(async (transaction) => {
    if (key === undefined) return await create(transaction)
    const earlier = await transaction
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response'])
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (earlier !== undefined) {
      if (earlier.request_hash !== requestHash) throw idempotencyKeyReused(key)
      return JSON.parse(earlier.response)
    }
    const answer = await create(transaction)
    await transaction
      .insertInto('idempotency_keys')
      .values({
        account_id: accountId,
        key,
        request_hash: requestHash,
        response: JSON.stringify(answer),
        created_at: now,
      })
      .execute()
    return answer
  })
}

/** Forgets the keys stored before `time`. */
export async function deleteIdempotencyKeysBefore(db: Database, time: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()
}

function idempotencyKeyReused(key: string): ServiceError {
  return new ServiceError('CONFLICT', `Cannot use Idempotency-Key "${key}" again: it belongs to another request`)
}
