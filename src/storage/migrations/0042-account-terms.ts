import type { Kysely } from 'kysely'

/** Terms that single accounts may or may not say. */
export async function createAccountTerms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_terms')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('allow', 'text', (column) => column.notNull())
    .addColumn('deny', 'text', (column) => column.notNull())
    .execute()
}
