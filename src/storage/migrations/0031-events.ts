import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/**
 * Adds events. Triggers write them, so every way in which a clip can end has its event in the same commit, also if a process
 * of an earlier release ends it.
 */
export async function createEvents(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('events')
    .addColumn('position', position.type, position.define)
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_account').on('events').columns(['account_id', 'position']).execute()
  await db.schema.createIndex('events_age').on('events').column('created_at').execute()
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const TYPE = `case when new.status = 'FAILED' then 'clip.failed'
  when new.kind = 'combination' then 'combination.completed' else 'clip.completed' end`
const HAS_ENDED = `old.status = 'PROCESSING' and new.status <> 'PROCESSING'`
/** A bulk request has ended if none of its clips is PROCESSING. One whose clips are all deleted has no end. */
const bulkEvent = (clip: 'new' | 'old', time: string) => `
  insert into events (account_id, type, subject, created_at)
  select ${clip}.account_id, 'bulk.completed', ${clip}.bulk_id, ${time}
  where exists (select 1 from clips where bulk_id = ${clip}.bulk_id)
  and not exists (select 1 from clips where bulk_id = ${clip}.bulk_id and status = 'PROCESSING');`
const CLIP_EVENT = `
  insert into events (account_id, type, subject, created_at)
  values (new.account_id, ${TYPE}, new.id, coalesce(new.finished_at, new.created_at));`

const SQLITE = [
  `create trigger clips_ended after update of status on clips when ${HAS_ENDED} begin
  ${CLIP_EVENT} ${bulkEvent('new', 'coalesce(new.finished_at, new.created_at)')}
  end`,
  `create trigger clips_deleted after delete on clips when old.status = 'PROCESSING' and old.bulk_id is not null begin
  ${bulkEvent('old', 'old.created_at')}
  end`,
]

/** Events of an account are committed in the order of their positions, because each transaction locks the account's events. */
const LOCK = (clip: 'new' | 'old') =>
  `perform pg_advisory_xact_lock(hashtextextended('declaim events ' || ${clip}.account_id, 0));`
const POSTGRES = [
  `create function declaim_clip_ended() returns trigger language plpgsql as $$ begin
  ${LOCK('new')} ${CLIP_EVENT} ${bulkEvent('new', 'coalesce(new.finished_at, new.created_at)')}
  return null; end $$`,
  `create function declaim_clip_deleted() returns trigger language plpgsql as $$ begin
  ${LOCK('old')} ${bulkEvent('old', 'old.created_at')}
  return null; end $$`,
  `create trigger clips_ended after update of status on clips for each row when (${HAS_ENDED})
  execute function declaim_clip_ended()`,
  `create trigger clips_deleted after delete on clips for each row
  when (old.status = 'PROCESSING' and old.bulk_id is not null) execute function declaim_clip_deleted()`,
]
