import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/**
 * Comments on scripts. Replies are rows of their own, which name the comment that they answer. Triggers give back the bytes of those that are
 * deleted, and tell the other processes that the comments of a project have changed.
 */
export async function createComments(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .alterTable('projects')
    .addColumn('comments_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('project_comments')
    .addColumn('position', position.type, position.define)
    .addColumn('project', position.type, (column) =>
      column.notNull().references('projects.position').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('thread', position.type)
    .addColumn('member_id', 'text')
    .addColumn('review_link_id', 'text')
    .addColumn('reviewer', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('anchor_start', 'text')
    .addColumn('anchor_end', 'text')
    .addColumn('quote', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('resolved_at', 'bigint')
    .addColumn('resolved_by', 'text')
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('project_comments_project')
    .on('project_comments')
    .columns(['project', 'position'])
    .execute()
  await db.schema.createIndex('project_comments_thread').on('project_comments').column('thread').execute()
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const SQLITE = [
  `create trigger project_comments_bytes_removed after delete on project_comments begin
  update account_storage set bytes = bytes - old.bytes where account_id = old.account_id; end`,
]
const POSTGRES = [
  `create trigger project_comments_bytes_removed after delete on project_comments for each row
  execute function declaim_clip_bytes_removed()`,
  `create trigger declaim_comments_changed after update of comments_revision on projects for each row
  when (new.comments_revision <> old.comments_revision) execute function declaim_notify_project()`,
]
