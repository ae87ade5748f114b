import type { Kysely } from 'kysely'

/** A number in each replacement library that rises with every change of what it holds. */
export async function addLibraryRevisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('replacement_libraries')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
