import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'

/** A request that its caller may send again after a lost answer. */
export type RepeatableRequest = {
  readonly accountId: string
  /** The Idempotency-Key header; undefined if the caller sent none. */
  readonly key: string | undefined
  /** Equal for equal requests: a hash of method, path and body. */
  readonly requestHash: string
  readonly now: number
}

/** How long a request can be sent again under its idempotency key. */
export const IDEMPOTENCY_MS = 24 * 60 * 60_000

/** How an answer is kept for a request that is sent again. */
export type KeptAnswer<Answer extends object> = {
  /** What is stored of the answer: nothing that must stay secret. */
  readonly strip: (answer: Answer) => object
  /** The answer as it was, from what was stored. */
  readonly restore: (stored: object, transaction: Database) => Promise<Answer>
}

/**
 * Runs `create` in one transaction and returns its answer. Under an idempotency key it runs once in 24 hours: the same
 * request gets the first answer again; another request under the same key is a CONFLICT. An error stores nothing. Without `kept`,
 * the whole answer is stored.
 */
export async function createOnce<Answer extends object>(
  db: Database,
  request: RepeatableRequest,
  create: (transaction: Database) => Promise<Answer>,
  kept?: KeptAnswer<Answer>,
): Promise<Answer> {
  const { accountId, key } = request
  return await db.transaction().execute(async (transaction) => {
    if (key === undefined) return await create(transaction)
    const isFirst = await takeKey(transaction, { ...request, key })
    if (!isFirst) {
      const stored = await findAnswer(transaction, { ...request, key })
      return kept === undefined ? stored : await kept.restore(stored, transaction)
    }
    const answer = await create(transaction)
    await transaction
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(kept?.strip(answer) ?? answer) })
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

type KeyedRequest = RepeatableRequest & { readonly key: string }

/** Whether this request is the first with its key in 24 hours. If another transaction has just taken the key, this waits for its end. */
async function takeKey(db: Database, { accountId, key, requestHash, now }: KeyedRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, request_hash: requestHash, response: '', created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ request_hash: requestHash, response: '', created_at: now })
        .where('idempotency_keys.created_at', '<=', now - IDEMPOTENCY_MS),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The answer of the first request with this key; CONFLICT if that was another request. */
async function findAnswer(db: Database, { accountId, key, requestHash }: KeyedRequest) {
  const { request_hash: first, response } = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (first !== requestHash) throw idempotencyKeyReused(key)
  return JSON.parse(response)
}

/** Forgets the keys stored before `time`. */
export async function deleteIdempotencyKeysBefore(db: Database, time: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()
}

function idempotencyKeyReused(key: string): ServiceError {
  return new ServiceError('CONFLICT', `Cannot use Idempotency-Key "${key}" again: it belongs to another request`)
}
