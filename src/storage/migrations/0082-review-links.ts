import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/** Links by which people without an account hear a script and comment on it, and a notification when one ends, as for sessions: see `0060-session-details`. */
export async function createReviewLinks(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('review_links')
    .addColumn('position', position.type, position.define)
    .addColumn('project', position.type, (column) =>
      column.notNull().references('projects.position').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('member_id', 'text')
    .addColumn('allows_comments', 'integer', (column) => column.notNull())
    .addColumn('characters_per_month', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('review_links_project').on('review_links').columns(['project', 'position']).execute()
  const ends = 'after delete or update of revoked_at on review_links for each row'
  const statements = isPostgres(db)
    ? [`create trigger declaim_rules ${ends} execute function declaim_notify('rules')`]
    : ['delete', 'update of revoked_at'].map(
        (event, index) => `create trigger rules_version_review_link_${index} after ${event} on review_links
        begin update rules_version set version = version + 1; end`,
      )
  for (const statement of statements) await sql.raw(statement).execute(db)
}
