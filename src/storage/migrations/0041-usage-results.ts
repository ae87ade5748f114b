import type { Kysely } from 'kysely'

/** What was spoken for the texts of each day, and what each clip was charged with. */
export async function addUsageResults(db: Kysely<unknown>): Promise<void> {
  for (const column of ['audio_ms', 'cache_hits'])
    await db.schema
      .alterTable('usage_by_day')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('clips').addColumn('charge', 'text').execute()
}
