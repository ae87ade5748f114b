import type { Kysely } from 'kysely'

/** Keeps who made the versions of a script, and who has edited it since the last one. */
export async function addVersionAuthors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('projects')
    .addColumn('editors', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('project_versions')
    .addColumn('authors', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
