import { type Kysely, sql } from 'kysely'
import { isPostgres } from './identity-column.ts'

/**
 * Counts what each account stores. Triggers keep the sum, so every way in which a clip ends or goes is in it with the same commit. They
 * leave new clips to whoever inserts them, because a restored backup holds both the clips and the sum.
 */
export async function countStoredBytes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clips')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('account_storage')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()
  const audio = isPostgres(db) ? POSTGRES_AUDIO : SQLITE_AUDIO
  await sql.raw(`update clips set bytes = ${audio} + ${RECORDS}`).execute(db)
  await sql`
    insert into account_storage (account_id, bytes) select account_id, sum(bytes) from clips group by account_id`.execute(
    db,
  )
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const SQLITE_AUDIO = `(select coalesce(sum(value ->> '$.bytes'), 0) from json_each(coalesce(audio, '[]')))`
const POSTGRES_AUDIO = `(select coalesce(sum((value ->> 'bytes')::bigint), 0) from json_array_elements(coalesce(audio, '[]')::json))`
const RECORDS = `coalesce(octet_length(timing), 0)
  + coalesce((select octet_length(plan) from clip_plans where clip_id = clips.id), 0)`

const CHANGE = `insert into account_storage (account_id, bytes) values (new.account_id, new.bytes - old.bytes)
  on conflict (account_id) do update set bytes = account_storage.bytes + new.bytes - old.bytes;`
const REMOVAL = `update account_storage set bytes = bytes - old.bytes where account_id = old.account_id;`

const SQLITE = [
  `create trigger clips_bytes_changed after update of bytes on clips when new.bytes <> old.bytes begin ${CHANGE} end`,
  `create trigger clips_bytes_removed after delete on clips when old.bytes <> 0 begin ${REMOVAL} end`,
]
const POSTGRES = [
  `create function declaim_clip_bytes_changed() returns trigger language plpgsql as $$ begin
  ${CHANGE} return null; end $$`,
  `create function declaim_clip_bytes_removed() returns trigger language plpgsql as $$ begin
  ${REMOVAL} return null; end $$`,
  `create trigger clips_bytes_changed after update of bytes on clips for each row when (new.bytes <> old.bytes)
  execute function declaim_clip_bytes_changed()`,
  `create trigger clips_bytes_removed after delete on clips for each row when (old.bytes <> 0)
  execute function declaim_clip_bytes_removed()`,
]
