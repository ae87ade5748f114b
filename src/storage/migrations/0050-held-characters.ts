import type { Kysely } from 'kysely'

/**
 * Notes which process holds characters that the month of an account counts already, so that other processes can take them back if
 * it dies. Processes that share a database use these tables.
 */
export async function createHeldCharacters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('held_characters')
    .addColumn('process_id', 'text', (column) => column.notNull().references('processes.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('characters', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('held_characters_key', ['process_id', 'account_id', 'month', 'key_id'])
    .execute()
  await db.schema.createIndex('held_characters_of_key').on('held_characters').columns(['key_id', 'month']).execute()
}
