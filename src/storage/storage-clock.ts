import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/** The time on which all processes agree, in epoch milliseconds: that of PostgreSQL, or of the only process on SQLite. */
export async function readClock(db: Database, clock: () => number): Promise<number> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return clock()
  const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`
  return (await query.execute(db)).rows[0]!.now
}
