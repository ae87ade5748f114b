import type { Kysely } from 'kysely'

/** One-time codes that sign a browser in, and the sessions that they become. */
export async function createStudioSessions(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sign_in_codes', 'sessions']) {
    await db.schema
      .createTable(table)
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
  }
}
