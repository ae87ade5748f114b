import { type Kysely, sql } from 'kysely'
import { identityColumn } from './identity-column.ts'

/** Accounts, keys, replacement libraries, clips, idempotency keys and secrets. */
export async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await createLibraryTables(db)
  await createClipTable(db)
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_primary_key', ['account_id', 'key'])
    .execute()
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function createLibraryTables(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('replacement_libraries')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('replacement_libraries_account')
    .on('replacement_libraries')
    .column('account_id')
    .execute()
  await db.schema
    .createTable('replacements')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('library_id', 'text', (column) =>
      column.notNull().references('replacement_libraries.id').onDelete('cascade'),
    )
    .addColumn('original', 'text', (column) => column.notNull())
    .addColumn('replacement_text', 'text', (column) => column.notNull())
    .addColumn('is_phonetic_respelling', 'integer', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('replacements_library').on('replacements').column('library_id').execute()
}

async function createClipTable(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('clips')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint')
    .addColumn('interruptions', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('finished_at', 'bigint')
    .execute()
  await db.schema.createIndex('clips_account').on('clips').columns(['account_id', 'position']).execute()
  await db.schema
    .createIndex('clips_waiting')
    .on('clips')
    .columns(['interruptions', 'position'])
    .where(sql.ref('status'), '=', sql.lit('PROCESSING'))
    .execute()
  await db.schema.createIndex('clips_age').on('clips').column('created_at').execute()
}
