import type { Kysely } from 'kysely'

/** Names the first of the keys that replaced one another. They share one monthly limit. Null: the key itself. */
export async function addKeyFamilies(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('family', 'text').execute()
}
