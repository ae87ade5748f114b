import { type Kysely, sql } from 'kysely'

/** Adds what callers say about their clips, and what the service reports about them. */
export async function addClipDetails(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['label', 'text'],
    ['metadata', 'text'],
    ['characters', 'integer'],
    ['segments', 'integer'],
    ['segments_done', 'integer'],
    ['audio_ms', 'bigint'],
    ['bulk_id', 'text'],
  ] as const
  for (const [name, type] of columns) await db.schema.alterTable('clips').addColumn(name, type).execute()
  await db.schema
    .alterTable('clips')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('speech'))
    .execute()
  const has = (column: string) => sql<boolean>`${sql.ref(column)} is not null`
  const labels = ['account_id', 'label', 'position']
  await db.schema.createIndex('clips_label').on('clips').columns(labels).where(has('label')).execute()
  await db.schema.createIndex('clips_bulk').on('clips').column('bulk_id').where(has('bulk_id')).execute()
}
