import type { Kysely } from 'kysely'
import type { Schema } from './records/schema.ts'

/** The records of the service, whichever database holds them. */
export type Database = Kysely<Schema>

/** Rejects if the database cannot be read at present. */
export async function checkDatabase(db: Database): Promise<void> {
  await db.selectFrom('secrets').select('name').limit(1).execute()
}
