import type { Kysely } from 'kysely'

/** Keeps what of a clip's text was clamped, dropped or skipped, so that a list of clips need not read their plans. */
export async function addClipWarnings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clips').addColumn('warnings', 'text').execute()
}
