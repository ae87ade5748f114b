import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { type MigrationOptions, migrate } from '../migrations/migrate.ts'
import { NewerDatabaseError } from '../migrations/newer-database-error.ts'
import type { Schema } from '../records/schema.ts'
import { type StorageWatch, watchQueries } from '../watch-storage.ts'

export type OpenPostgresOptions = {
  /** Such as `postgres://user:password@host/database`. */
  readonly url: string
  /** Called with errors of connections, which the pool replaces. */
  readonly onError: (error: unknown) => void
  /** Connections that are open at once. */
  readonly connections?: number
  /** How long a query may take. Then its connection is closed, and the query fails as in an outage. No limit unless given. */
  readonly queryTimeoutMs?: number
  readonly watch?: StorageWatch
}

const CONNECT_TIMEOUT_MS = 5000
/** Any number; it must differ from those of other programs on the same database. */
const MIGRATION_LOCK = 7_239_411_083
const INT8 = 20

/** Opens a PostgreSQL database and runs the missing migrations; of several processes one runs them, and the others wait. Throws NewerDatabaseError. */
export async function openPostgres(options: OpenPostgresOptions & MigrationOptions): Promise<Database> {
  const { queryTimeoutMs, last, onMigrated, ...unlimited } = options
  // Migrations may take long, and wait for one another.
  const db = connectPostgres(unlimited)
  try {
    await migrate(db, {
      lock: async (transaction) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction)
      },
      ...(last !== undefined && { last }),
      ...(onMigrated !== undefined && { onMigrated }),
    })
    if (queryTimeoutMs === undefined) return db
    await db.destroy()
    return connectPostgres({ ...unlimited, queryTimeoutMs })
  } catch (error) {
    await db.destroy()
    if (error instanceof NewerDatabaseError) throw error
    throw new Error(
      'Cannot open the PostgreSQL database of DATABASE_URL: check the address, the password and that it runs',
      { cause: error },
    )
  }
}

/** Connects to a PostgreSQL database as it is. */
export function connectPostgres({
  url,
  onError,
  connections = 10,
  queryTimeoutMs,
  watch,
}: OpenPostgresOptions): Database {
  const pool = new pg.Pool({
    ...(queryTimeoutMs !== undefined && { Client: endingAfter(queryTimeoutMs) }),
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'declaim',
    types: { getTypeParser },
  })
  pool.on('error', onError)
  // A connection that breaks while it is in use fails its query, and emits an error too.
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(watch !== undefined && { log: watchQueries(watch) }),
  })
}

/**
 * A client that ends its connection if a query is not answered in time: a server that hangs answers none, and the pool would give the
 * connection to the next request.
 */
function endingAfter(ms: number): typeof pg.Client {
  return class extends pg.Client {
    override query = (...call: unknown[]): never => {
      const timer = setTimeout(() => void this.end().catch(() => {}), ms)
      const sent = Reflect.apply(super.query, this, call) as unknown
      if (sent instanceof Promise) void sent.finally(() => clearTimeout(timer)).catch(() => {})
      else clearTimeout(timer)
      return sent as never
    }
  }
}

/** Times and counts are below 2^53, so 64-bit integers are numbers here. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
}
