import type { Kysely } from 'kysely'
import type { Schema } from './records/schema.ts'

/** The records of the service, whichever database holds them. */
export type Database = Kysely<Schema>

/** Does work in the transaction that `db` is, or in one of its own. */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}

/** Rejects if the database cannot be read at present. */
export async function checkDatabase(db: Database): Promise<void> {
  await db.selectFrom('secrets').select('name').limit(1).execute()
}
