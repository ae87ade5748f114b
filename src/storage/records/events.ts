import type { Database } from '../database.ts'
import type { EventType } from './schema.ts'

/** Something that happened to clips of an account. */
export type StoredEvent = {
  /** Rises within an account. */
  readonly position: number
  readonly type: EventType
  /** The id of a clip, or of a bulk request. */
  readonly subject: string
  readonly createdAt: number
}

type ListEventsOptions = { readonly accountId: string; readonly after: number; readonly limit: number }

/** An account's events after a position, in order. */
export async function listEvents(
  db: Database,
  { accountId, after, limit }: ListEventsOptions,
): Promise<readonly StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['position', 'type', 'subject', 'created_at'])
    .where('account_id', '=', accountId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ created_at: createdAt, ...event }) => ({ ...event, createdAt }))
}

/** The position of the newest event of each of these accounts that has one. */
export async function findLastEvents(
  db: Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['account_id', ({ fn }) => fn.max('position').as('position')])
    .where('account_id', 'in', [...accountIds])
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id: id, position }) => [id, position]))
}

/** How a bulk request went: the clips that are left of it, in order. */
export async function findBulk(
  db: Database,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<readonly { readonly id: string; readonly status: string }[]> {
  return await db
    .selectFrom('clips')
    .select(['id', 'status'])
    .where('bulk_id', '=', id)
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}

/** Forgets the events before `time`. */
export async function deleteEventsBefore(db: Database, time: number): Promise<void> {
  await db.deleteFrom('events').where('created_at', '<', time).execute()
}
