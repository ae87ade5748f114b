import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from 'kysely'

type IdentityColumn = {
  readonly type: 'integer' | 'bigint'
  readonly define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
}

/** A primary key that the database counts up: the order in which rows were inserted. */
export function identityColumn(db: Kysely<unknown>): IdentityColumn {
  // SQLite numbers rows in columns of exactly this type.
  if (!isPostgres(db)) return { type: 'integer', define: (column) => column.primaryKey().autoIncrement() }
  return { type: 'bigint', define: (column) => column.generatedAlwaysAsIdentity().primaryKey() }
}

/** Whether the database is PostgreSQL. */
export function isPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
