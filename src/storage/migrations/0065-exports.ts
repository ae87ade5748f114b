import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/**
 * Adds exports: scripts that become files. The speech of a paragraph is a clip of its own kind, found again by the hash of its plan, and not
 * reported as an event. Triggers count the bytes of the files, as they do for clips.
 */
export async function createExports(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clips').addColumn('content_key', 'text').execute()
  await db.schema.alterTable('clips').addColumn('used_at', 'bigint').execute()
  const has = (column: string) => sql<boolean>`${sql.ref(column)} is not null`
  const content = ['account_id', 'content_key']
  await db.schema.createIndex('clips_content').on('clips').columns(content).where(has('content_key')).execute()
  const used = ['account_id', 'used_at']
  await db.schema.createIndex('clips_used').on('clips').columns(used).where(has('used_at')).execute()
  await createTables(db)
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('exports')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('script_id', 'text')
    .addColumn('recipe', 'text', (column) => column.notNull())
    .addColumn('paragraphs', 'integer', (column) => column.notNull())
    .addColumn('rendered', 'integer', (column) => column.notNull())
    .addColumn('characters', 'integer', (column) => column.notNull())
    .addColumn('assembled', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('file', 'text')
    .addColumn('audio_ms', 'bigint')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('exports_account').on('exports').columns(['account_id', 'position']).execute()
  const isProcessing = sql<boolean>`status = 'PROCESSING'`
  await db.schema
    .createIndex('exports_unfinished')
    .on('exports')
    .columns(['lease_until', 'position'])
    .where(isProcessing)
    .execute()
  await db.schema
    .createTable('export_paragraphs')
    .addColumn('export_id', 'text', (column) => column.notNull().references('exports.id').onDelete('cascade'))
    .addColumn('clip_id', 'text', (column) => column.notNull().references('clips.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('export_paragraphs_key', ['export_id', 'clip_id'])
    .execute()
  await db.schema.createIndex('export_paragraphs_clip').on('export_paragraphs').column('clip_id').execute()
}

const CHANGE = `insert into account_storage (account_id, bytes) values (new.account_id, new.bytes - old.bytes)
  on conflict (account_id) do update set bytes = account_storage.bytes + new.bytes - old.bytes;`
const REMOVAL = `update account_storage set bytes = bytes - old.bytes where account_id = old.account_id;`

const TYPE = `case when new.status = 'FAILED' then 'clip.failed'
  when new.kind = 'combination' then 'combination.completed' else 'clip.completed' end`
const HAS_ENDED = `old.status = 'PROCESSING' and new.status <> 'PROCESSING' and new.kind <> 'paragraph'`
/** As in the migration that created events, which the trigger of SQLite has to repeat. */
const CLIP_EVENTS = `
  insert into events (account_id, type, subject, created_at)
  values (new.account_id, ${TYPE}, new.id, coalesce(new.finished_at, new.created_at));
  insert into events (account_id, type, subject, created_at)
  select new.account_id, 'bulk.completed', new.bulk_id, coalesce(new.finished_at, new.created_at)
  where exists (select 1 from clips where bulk_id = new.bulk_id)
  and not exists (select 1 from clips where bulk_id = new.bulk_id and status = 'PROCESSING');`

const SQLITE = [
  'drop trigger clips_ended',
  `create trigger clips_ended after update of status on clips when ${HAS_ENDED} begin ${CLIP_EVENTS} end`,
  `create trigger exports_bytes_changed after update of bytes on exports when new.bytes <> old.bytes begin ${CHANGE} end`,
  `create trigger exports_bytes_removed after delete on exports when old.bytes <> 0 begin ${REMOVAL} end`,
]
const POSTGRES = [
  'drop trigger clips_ended on clips',
  `create trigger clips_ended after update of status on clips for each row when (${HAS_ENDED})
  execute function declaim_clip_ended()`,
  `create trigger exports_bytes_changed after update of bytes on exports for each row when (new.bytes <> old.bytes)
  execute function declaim_clip_bytes_changed()`,
  `create trigger exports_bytes_removed after delete on exports for each row when (old.bytes <> 0)
  execute function declaim_clip_bytes_removed()`,
]
