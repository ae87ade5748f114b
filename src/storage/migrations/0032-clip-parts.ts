import type { Kysely } from 'kysely'

/** Adds the rendered parts of long clips, with which a worker goes on if another died. */
export async function createClipParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('clip_parts')
    .addColumn('clip_id', 'text', (column) => column.notNull().references('clips.id').onDelete('cascade'))
    .addColumn('first_segment', 'integer', (column) => column.notNull())
    .addColumn('segments', 'integer', (column) => column.notNull())
    .addColumn('engine_version', 'text', (column) => column.notNull())
    .addColumn('sample_rate', 'integer', (column) => column.notNull())
    .addColumn('samples', 'integer', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('crc32', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('clip_parts_primary_key', ['clip_id', 'first_segment', 'segments'])
    .execute()
}
