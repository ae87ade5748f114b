import { type Kysely, sql } from 'kysely'
import { isPostgres } from './identity-column.ts'

/** What distinguishes sessions in a list, and a notification when one ends, as for keys: see `0020-signals` and `0051-rules-version`. */
export async function addSessionDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('created_at', 'bigint').execute()
  await db.schema.alterTable('sessions').addColumn('address', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('browser', 'text').execute()
  const notify = isPostgres(db)
    ? `create trigger declaim_rules after delete on sessions for each row execute function declaim_notify('rules')`
    : `create trigger rules_version_session after delete on sessions
        begin update rules_version set version = version + 1; end`
  await sql.raw(notify).execute(db)
}
