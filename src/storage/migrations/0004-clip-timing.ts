import type { Kysely } from 'kysely'

/** When the words of a clip are heard. */
export async function addClipTiming(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clips').addColumn('timing', 'text').execute()
}
