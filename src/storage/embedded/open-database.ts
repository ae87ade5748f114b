import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database } from '../database.ts'
import { type MigrationOptions, migrate } from '../migrations/migrate.ts'
import { NewerDatabaseError } from '../migrations/newer-database-error.ts'
import type { Schema } from '../records/schema.ts'
import { type StorageWatch, watchQueries } from '../watch-storage.ts'
import { openNodeSqlite } from './node-sqlite-database.ts'
import { adviseOnSqlite, isBusy } from './sqlite-errors.ts'

/** How long another process may hold the database while this one opens it. */
const BUSY_LIMIT_MS = 60_000
const BUSY_RETRY_MS = 50

export type OpenDatabaseOptions = MigrationOptions & { readonly watch?: StorageWatch }

/** Opens the database file, `:memory:` for a private one, and runs the missing migrations. Throws NewerDatabaseError. */
export async function openDatabase(path: string, options: OpenDatabaseOptions = {}): Promise<Database> {
  const deadline = Date.now() + BUSY_LIMIT_MS
  for (;;) {
    try {
      return await attempt(path, options)
    } catch (error) {
      if (error instanceof NewerDatabaseError) throw error
      if (!isBusy(error) || Date.now() >= deadline) {
        const advice = adviseOnSqlite(error)
        throw new Error(`Cannot open the database ${path}${advice === undefined ? '' : `: ${advice}`}`, {
          cause: error,
        })
      }
      await sleep(BUSY_RETRY_MS)
    }
  }
}

async function attempt(path: string, { watch, ...options }: OpenDatabaseOptions): Promise<Database> {
  const db = connectSqliteFile(path, watch)
  try {
    // No lock is needed: transactions lock the file when they begin.
    await migrate(db, { ...options, lock: async () => {} })
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens the database file as it is. */
export function connectSqliteFile(path: string, watch?: StorageWatch): Database {
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: openNodeSqlite(path) }),
    ...(watch !== undefined && { log: watchQueries(watch) }),
  })
}
