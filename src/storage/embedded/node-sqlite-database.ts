import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { LAZILY } from './commit-lazily.ts'

/** Distinct SQL texts whose statements stay prepared. The service has fewer than a hundred. */
const MAX_PREPARED = 256
/** Waiting for a SQLite lock blocks this thread, so callers retry after a short wait. */
const BUSY_TIMEOUT_MS = 2000
/** Every transaction writes, unless it says `deferred`. One that locks later could find that another process has written meanwhile, and would fail. */
const BEGIN = 'begin immediate'
/** How statements begin that change nothing. */
const READS = /^\s*(?:select|pragma)\b/i

/**
 * Gives Kysely's SQLite dialect the built-in `node:sqlite`. Statements are prepared once. Commits are on disk before they return
 * (write-ahead log, synchronous FULL), but for statements that say they need not be (see `LAZILY`).
 */
export function openNodeSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path)
  database.exec(
    `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on`,
  )
  const prepared = new Map<string, SqliteStatement>()
  let waitsForDisk = true
  /** Switches only if the kind of statement changes, because statements of one kind mostly come in a row. */
  const setWaiting = (shallWait: boolean): void => {
    if (shallWait === waitsForDisk || database.isTransaction) return
    database.exec(`pragma synchronous = ${shallWait ? 'full' : 'normal'}`)
    waitsForDisk = shallWait
  }
  return {
    prepare(sql) {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      if (prepared.size >= MAX_PREPARED) prepared.clear()
      if (sql === 'rollback') return rollbackOf(database)
      const statement = adaptStatement(
        database.prepare(sql.replace(/^begin\b(?! deferred)/, BEGIN)),
        READS.test(sql) ? undefined : () => setWaiting(!sql.endsWith(LAZILY)),
      )
      prepared.set(sql, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** SQLite ends a transaction itself on some errors, such as a full disk. There is nothing to roll back then. */
function rollbackOf(database: DatabaseSync): SqliteStatement {
  const run = () => {
    if (database.isTransaction) database.exec('rollback')
    return { changes: 0, lastInsertRowid: 0 }
  }
  return { reader: false, all: () => [], run, iterate: () => [][Symbol.iterator]() }
}

/**
 * Returns all rows. Integers beyond 2^53, which earlier releases could store, come as the nearest number, as from PostgreSQL;
 * `node:sqlite` throws at them. A statement that changes something must not run again, so it is read carefully at once.
 */
function readAll(statement: StatementSync, parameters: SQLInputValue[], changesNothing: boolean): unknown[] {
  if (changesNothing) {
    try {
      return statement.all(...parameters)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE') throw error
    }
  }
  statement.setReadBigInts(true)
  try {
    return statement.all(...parameters).map((row) => {
      const values = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : value,
      ])
      return Object.fromEntries(values) as unknown
    })
  } finally {
    statement.setReadBigInts(false)
  }
}

/** `beforeWriting` is called before each run of a statement that may write; without it, the statement changes nothing. */
function adaptStatement(statement: StatementSync, beforeWriting?: () => void): SqliteStatement {
  const changesNothing = beforeWriting === undefined
  const prepare = beforeWriting ?? (() => {})
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      prepare()
      return readAll(statement, parameters as SQLInputValue[], changesNothing)
    },
    run: (parameters) => {
      prepare()
      return statement.run(...(parameters as SQLInputValue[]))
    },
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
