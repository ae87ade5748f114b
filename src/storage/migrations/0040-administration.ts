import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/** States of accounts, the keys that Studio sessions were made with, and the audit log. */
export async function addAdministration(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('active'))
    .execute()
  await db.schema.alterTable('sessions').addColumn('key_id', 'text').execute()
  await createAuditLog(db)
  await (isPostgres(db) ? protectOnPostgres(db) : protectOnSqlite(db))
}

async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('audit_log')
    .addColumn('position', position.type, position.define)
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('actor_account_id', 'text')
    .addColumn('actor_key_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('address', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('target', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_of_account').on('audit_log').columns(['account_id', 'position']).execute()
  await db.schema.createIndex('audit_log_by_time').on('audit_log').column('time').execute()
}

const REFUSAL = 'The audit log is append-only'

async function protectOnSqlite(db: Kysely<unknown>): Promise<void> {
  // The last one refuses "insert or replace", which fires no trigger for the row that it replaces.
  const rules = {
    update: 'before update on audit_log',
    delete: 'before delete on audit_log',
    replace: 'before insert on audit_log when exists (select 1 from audit_log where audit_log.position = new.position)',
  }
  for (const [name, rule] of Object.entries(rules)) {
    await sql`create trigger ${sql.raw(`audit_log_no_${name} ${rule}`)} begin select raise(abort, ${sql.lit(REFUSAL)}); end`.execute(
      db,
    )
  }
}

async function protectOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception ${sql.lit(REFUSAL)}; end $$`.execute(db)
  await sql`create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db)
}
