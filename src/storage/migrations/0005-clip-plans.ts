import type { Kysely } from 'kysely'

/** Plans in a table of their own: every change of a row writes all of it, and a plan, which never changes, was most of a clip's. */
export async function moveClipPlans(db: Kysely<ClipsWithPlans>): Promise<void> {
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
