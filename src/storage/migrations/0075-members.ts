import type { Kysely } from 'kysely'

/**
 * Members of accounts, and which of them a sign-in code, a session and an entry of the audit log belong to. Processes of earlier versions know no
 * members. They must not take a member for somebody who may do everything, so the hashes of members' codes and sessions have a form that they never
 * look for: see `hashSecret`.
 */
export async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('characters_per_month', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute()
  await db.schema.createIndex('members_of_account').on('members').column('account_id').execute()
  for (const table of ['sign_in_codes', 'sessions'])
    await db.schema.alterTable(table).addColumn('member_id', 'text').execute()
  await db.schema.alterTable('audit_log').addColumn('actor_member_id', 'text').execute()
}
