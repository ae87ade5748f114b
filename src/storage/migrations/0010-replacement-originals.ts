import type { Kysely } from 'kysely'

/** An index that finds a replacement by its original. */
export async function indexOriginals(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('replacements_original').on('replacements').columns(['library_id', 'original']).execute()
}
