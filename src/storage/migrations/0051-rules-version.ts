import { type Kysely, sql } from 'kysely'
import { isPostgres } from './identity-column.ts'

/**
 * Counts the changes of keys and accounts on SQLite, so that a process notices by one small read that what it remembers is old,
 * whichever process changed it. On PostgreSQL, notifications do this; see `0020-signals`.
 */
export async function createRulesVersion(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) return
  await sql`create table rules_version as select 1 as version`.execute(db)
  for (const [name, event] of Object.entries(EVENTS))
    await sql
      .raw(
        `create trigger rules_version_${name} after ${event} begin update rules_version set version = version + 1; end`,
      )
      .execute(db)
}

/** The time of a key's last use is written often, and changes no rule. */
const KEY_RULES = 'account_id, hash, revoked_at, scopes, expires_at, allowed_addresses, characters_per_month'

/** New keys and accounts are not remembered yet, and none is ever deleted. */
const EVENTS: Readonly<Record<string, string>> = {
  key: `update of ${KEY_RULES} on api_keys`,
  account: 'update on accounts',
}
