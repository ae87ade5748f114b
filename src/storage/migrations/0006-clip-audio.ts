import type { Kysely } from 'kysely'

/** Adds what each clip has stored, so that missing and damaged files are found. */
export async function addClipAudio(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clips').addColumn('audio', 'text').execute()
}
