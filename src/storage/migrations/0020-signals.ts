import { type Kysely, sql } from 'kysely'
import { isPostgres } from './identity-column.ts'

/**
 * Notifies the processes that share a PostgreSQL database of what they wait for; see `Signals`. Triggers do it, so that commands
 * and processes of the previous release notify too. One process owns a SQLite database and needs none.
 */
export async function addSignals(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    create function declaim_notify() returns trigger language plpgsql as $$
    begin
      perform pg_notify('declaim', tg_argv[0]);
      return null;
    end $$`.execute(db)
  await sql`
    create function declaim_notify_clip_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('declaim', 'clip-ended ' || new.id);
      return null;
    end $$`.execute(db)
  const changes = ['api_keys', 'accounts', 'plans'].map((table) => {
    // The time of a key's last use is written often, and changes no rule.
    const events = table === 'api_keys' ? `insert or delete or update of ${KEY_RULES}` : 'insert or delete or update'
    return `create trigger declaim_rules after ${events} on ${table} execute function declaim_notify('rules')`
  })
  const waiting = `execute function declaim_notify('clips-waiting')`
  const triggers = [
    ...changes,
    `create trigger declaim_accepted after insert on clips ${waiting}`,
    `create trigger declaim_released after update of claimed_at, status on clips for each row
      when (new.status = 'PROCESSING' and new.claimed_at is null) ${waiting}`,
    `create trigger declaim_ended after update of status on clips for each row
      when (old.status = 'PROCESSING' and new.status <> 'PROCESSING') execute function declaim_notify_clip_ended()`,
  ]
  for (const trigger of triggers) await sql.raw(trigger).execute(db)
}

const KEY_RULES = 'revoked_at, scopes, expires_at, allowed_addresses, characters_per_month'
