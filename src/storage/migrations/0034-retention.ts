import { type Kysely, sql } from 'kysely'

/** Adds what finds expired clips, and leases: work that one process at a time does. */
export async function addRetention(db: Kysely<unknown>): Promise<void> {
  const hasEnded = sql<boolean>`finished_at is not null`
  await db.schema.createIndex('clips_finished').on('clips').column('finished_at').where(hasEnded).execute()
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .execute()
}
