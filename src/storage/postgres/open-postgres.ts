import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { type MigrationOptions, migrate } from '../migrations/migrate.ts'
import type { Schema } from '../records/schema.ts'

export type OpenPostgresOptions = {
  /** Such as `postgres://user:password@host/database`. */
  readonly url: string
  /** Called with errors of connections, which the pool replaces. */
  readonly onError: (error: unknown) => void
  /** Connections that are open at once. */
  readonly connections?: number
}

const CONNECT_TIMEOUT_MS = 5000
/** Any number; it must differ from those of other programs on the same database. */
const MIGRATION_LOCK = 7_239_411_083
const INT8 = 20

/** Opens a PostgreSQL database and runs the missing migrations; of several processes one runs them, and the others wait. */
export async function openPostgres(options: OpenPostgresOptions & MigrationOptions): Promise<Database> {
  const db = connectPostgres(options)
  try {
    const { last, onMigrated } = options
    await migrate(db, {
      lock: async (transaction) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction)
      },
      ...(last !== undefined && { last }),
      ...(onMigrated !== undefined && { onMigrated }),
    })
    return db
  } catch (error) {
    await db.destroy()
    throw new Error(
      'Cannot open the PostgreSQL database of DATABASE_URL: check the address, the password and that it runs',
      { cause: error },
    )
  }
}

/** Connects to a PostgreSQL database as it is. */
export function connectPostgres({ url, onError, connections = 10 }: OpenPostgresOptions): Database {
  const pool = new pg.Pool({
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
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Times and counts are below 2^53, so 64-bit integers are numbers here. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text')
}
