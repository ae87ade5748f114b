import type { Kysely } from 'kysely'

/** Moves plans to a table of their own: SQLite writes whole rows, and a plan, which never changes, was most of a clip's row. */
export async function moveClipPlans(database: Kysely<unknown>): Promise<void> {
  const db = database.withTables<ClipsWithPlans>()
  await db.schema
    .createTable('clip_plans')
    .addColumn('clip_id', 'text', (column) => column.primaryKey().references('clips.id').onDelete('cascade'))
    .addColumn('plan', 'text', (column) => column.notNull())
    .execute()
  await db
    .insertInto('clip_plans')
    .columns(['clip_id', 'plan'])
    .expression(db.selectFrom('clips').select(['id', 'plan']))
    .execute()
  await db.schema.alterTable('clips').dropColumn('plan').execute()
}

type ClipsWithPlans = {
  readonly clips: { readonly id: string; readonly plan: string }
  readonly clip_plans: { readonly clip_id: string; readonly plan: string }
}
