import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** Distinct SQL texts whose statements stay prepared. The service has fewer than a hundred. */
const MAX_PREPARED = 256

/**
 * Gives Kysely's SQLite dialect the built-in `node:sqlite`. Statements are prepared once.
 * Commits are on disk before they return (write-ahead log, synchronous FULL).
 */
export function openNodeSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 10000',
  )
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      if (prepared.size >= MAX_PREPARED) prepared.clear()
      const statement = adaptStatement(database.prepare(sql))
      prepared.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
