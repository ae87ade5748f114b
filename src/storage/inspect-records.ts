import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { MIGRATION_NAMES } from './migrations/migrate.ts'
import type { StorageSettings } from './open-storage.ts'
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
  const db = await (url === undefined ? connectSqlite(file) : connectServer(url))
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

async function connectSqlite(file: string): Promise<Kysely<Schema>> {
  const { connectSqliteFile } = await import('./embedded/open-database.ts')
  return connectSqliteFile(file)
}

async function connectServer(url: string): Promise<Kysely<Schema>> {
  const { connectPostgres } = await import('./postgres/open-postgres.ts')
  return connectPostgres({ url, onError: () => {}, connections: 1 })
}

async function appliedMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  return (await db.selectFrom('kysely_migration').select('name').execute()).map(({ name }) => name)
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
