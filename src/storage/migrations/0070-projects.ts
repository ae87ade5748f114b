import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/**
 * Adds projects: scripts that several people edit. A project is its merged state, the updates since then, and versions of it. Triggers
 * count its bytes, as they do for clips, and tell the other processes which project has changed.
 */
export async function createProjects(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('projects')
    .addColumn('position', position.type, position.define)
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('trashed_at', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version_at', 'bigint', (column) => column.notNull())
    .addColumn('version_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('paragraphs', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('characters', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('projects_id', ['account_id', 'id'])
    .execute()
  await db.schema.createIndex('projects_trashed').on('projects').column('trashed_at').execute()
  await db.schema
    .createTable('project_updates')
    .addColumn('project', position.type, (column) =>
      column.notNull().references('projects.position').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('project_updates_key', ['project', 'revision'])
    .execute()
  await db.schema
    .createTable('project_versions')
    .addColumn('position', position.type, position.define)
    .addColumn('project', position.type, (column) =>
      column.notNull().references('projects.position').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paragraphs', 'integer', (column) => column.notNull())
    .addColumn('characters', 'integer', (column) => column.notNull())
    .addColumn('script', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('project_versions_project')
    .on('project_versions')
    .columns(['project', 'position'])
    .execute()
}

const CHANGE = `insert into account_storage (account_id, bytes) values (new.account_id, new.bytes - old.bytes)
  on conflict (account_id) do update set bytes = account_storage.bytes + new.bytes - old.bytes;`
const REMOVAL = `update account_storage set bytes = bytes - old.bytes where account_id = old.account_id;`

const SQLITE = [
  `create trigger projects_bytes_changed after update of bytes on projects when new.bytes <> old.bytes begin ${CHANGE} end`,
  `create trigger projects_bytes_removed after delete on projects when old.bytes <> 0 begin ${REMOVAL} end`,
]
const POSTGRES = [
  `create trigger projects_bytes_changed after update of bytes on projects for each row when (new.bytes <> old.bytes)
  execute function declaim_clip_bytes_changed()`,
  `create trigger projects_bytes_removed after delete on projects for each row when (old.bytes <> 0)
  execute function declaim_clip_bytes_removed()`,
  // The update itself would not fit into a notification.
  `create function declaim_notify_project() returns trigger language plpgsql as $$
  begin
    perform pg_notify('declaim', 'project-changed ' || new.position);
    return null;
  end $$`,
  `create trigger declaim_project_changed after update of revision on projects for each row
  when (new.revision <> old.revision) execute function declaim_notify_project()`,
]
