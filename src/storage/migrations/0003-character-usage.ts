import type { Kysely } from 'kysely'

/** How many characters each account had spoken in each month. */
export async function createCharacterUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('character_usage')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('characters', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('character_usage_key', ['account_id', 'month'])
    .execute()
}
