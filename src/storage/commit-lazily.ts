import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs statements whose commits need not be on disk before they return: they get there with the next commit that must.
 * Whatever happens to the process they are kept; a power cut may take them back. For what is only done again then.
 */
export async function commitLazily<Result>(db: Database, run: (db: Database) => Promise<Result>): Promise<Result> {
  return await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await run(connection)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}
