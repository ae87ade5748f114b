import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'
import type { Schema } from '../records/schema.ts'
import { listTables } from './list-tables.ts'

/** A row of a table, in a form that JSON keeps: text, whole numbers and null. */
export type RecordLine = { readonly table: string; readonly row: Readonly<Record<string, unknown>> }

type RowListener = (line: RecordLine) => Promise<void>

/** Rows that are in memory at once. */
const ROWS = 200

/**
 * Reads every row of every table as of one moment, while the service continues to write: SQLite's write-ahead log and PostgreSQL's
 * repeatable read both give a snapshot. The tables come in an order in which they can be filled. Awaits `onRow` for each row.
 */
export async function dumpRecords(db: Database, onRow: RowListener): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Not Kysely's transaction: that takes SQLite's lock for writers.
    const begin = isPostgres(db) ? sql`begin isolation level repeatable read read only` : sql`begin deferred`
    await begin.execute(connection)
    try {
      for (const table of await listTables(connection)) {
        await (isPostgres(db) ? readPostgresTable(connection, table, onRow) : readSqliteTable(connection, table, onRow))
      }
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

type Row = Record<string, unknown>

async function readPostgresTable(db: Kysely<Schema>, table: string, onRow: RowListener): Promise<void> {
  await sql`declare dump no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS)} from dump`.execute(db)
    for (const row of rows) await onRow({ table, row })
    if (rows.length < ROWS) break
  }
  await sql`close dump`.execute(db)
}

async function readSqliteTable(db: Kysely<Schema>, table: string, onRow: RowListener): Promise<void> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<Row & { rowid_: number }>`
      select rowid as rowid_, * from ${sql.table(table)} where rowid > ${last} order by rowid limit ${ROWS}`.execute(db)
    for (const { rowid_, ...row } of rows) {
      last = rowid_
      await onRow({ table, row })
    }
    if (rows.length < ROWS) return
  }
}
