import type { Kysely } from 'kysely'

/** Requests and characters of each account by day, endpoint, key and avatar. */
export async function createUsageByDay(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_by_day')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('speaker_id', 'integer', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addColumn('characters', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_by_day_key', ['account_id', 'day', 'endpoint', 'key_id', 'speaker_id'])
    .execute()
  await db.schema.createIndex('usage_by_day_of_key').on('usage_by_day').columns(['key_id', 'day']).execute()
}
