import type { Kysely } from 'kysely'

/** Counts the audio that each account combines in a day. */
export async function createCombinedAudio(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('combined_audio')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('audio_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('combined_audio_key', ['account_id', 'day'])
    .execute()
}
