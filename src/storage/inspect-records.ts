import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { describeUnstorable } from './backup/describe-unstorable.ts'
import { dumpRecords } from './backup/dump-records.ts'
import { listTables } from './backup/list-tables.ts'
import { isPostgres } from './migrations/identity-column.ts'
import { MIGRATION_NAMES } from './migrations/migrate.ts'
import { connectRecords, type StorageSettings } from './open-storage.ts'
import type { Schema } from './records/schema.ts'

/** What a look at the database shows, which changes nothing in it. */
export type RecordsReport = {
  /** Undefined if there is no database yet. */
  readonly engine: string | undefined
  /** Migrations that the next start will run. */
  readonly missing: readonly string[]
  /** Migrations of a newer release. */
  readonly foreign: readonly string[]
  /** What the engine's own check finds wrong; SQLite has one. */
  readonly damage: readonly string[]
}

/** Looks at the database of a service, also while that service runs. Rejects if it cannot be reached. */
export async function inspectRecords({ databaseUrl: url, dataDirectory }: StorageSettings): Promise<RecordsReport> {
  const file = join(dataDirectory, 'declaim.sqlite')
  if (url === undefined && !existsSync(file)) return { engine: undefined, missing: [], foreign: [], damage: [] }
  const db = await connectRecords({ databaseUrl: url, dataDirectory })
  try {
    const applied = await appliedMigrations(db)
    return {
      ...(url === undefined ? await describeSqlite(db) : await describePostgres(db)),
      missing: MIGRATION_NAMES.filter((name) => !applied.includes(name)),
      foreign: applied.filter((name) => !MIGRATION_NAMES.includes(name)),
    }
  } finally {
    await db.destroy()
  }
}

/** The migrations that have run. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  return (await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name)
}

async function describeSqlite(db: Kysely<Schema>): Promise<Pick<RecordsReport, 'engine' | 'damage'>> {
  const version = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  const findings = check.rows.map(({ quick_check: finding }) => finding)
  return { engine: `SQLite ${version.rows[0]!.version}`, damage: findings.filter((finding) => finding !== 'ok') }
}

async function describePostgres(db: Kysely<Schema>): Promise<Pick<RecordsReport, 'engine' | 'damage'>> {
  const version = await sql<{ server_version: string }>`show server_version`.execute(db)
  return { engine: `PostgreSQL ${version.rows[0]!.server_version}`, damage: [] }
}

/**
 * Lists what is wrong with the database as a whole: SQLite checks every page, index and reference. PostgreSQL has checksums of its
 * own; there every row is read once, which finds what it cannot read.
 */
export async function findDamage(db: Kysely<Schema>): Promise<readonly string[]> {
  if (isPostgres(db)) {
    for (const table of await listTables(db)) await sql`select count(t::text) from ${sql.table(table)} t`.execute(db)
    return []
  }
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const damage = check.rows.map(({ integrity_check: finding }) => finding).filter((finding) => finding !== 'ok')
  const { rows: orphans } = await sql<{
    table: string
    rowid: number
    parent: string
  }>`pragma foreign_key_check`.execute(db)
  return [
    ...damage.map((finding) => `The database is damaged: ${finding}`),
    ...orphans.map(
      ({ table, rowid, parent }) => `The database is damaged: row ${rowid} of ${table} refers to no row of ${parent}`,
    ),
  ]
}

/** Lists the values that some storage could not keep: their rows, and what is wrong with them. Releases before 0.16 stored such values. */
export async function findUnstorableRecords(db: Kysely<Schema>): Promise<readonly string[]> {
  const problems: string[] = []
  await dumpRecords(db, async (line) => {
    const problem = describeUnstorable(line)
    if (problem !== undefined) problems.push(problem)
  })
  return problems
}
