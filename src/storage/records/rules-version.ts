import { CompiledQuery } from 'kysely'
import type { Database } from '../database.ts'

const QUERY = CompiledQuery.raw('select version from rules_version')

/** Rises with every change of a key or an account, whichever process makes it. On SQLite alone. */
export async function readRulesVersion(db: Database): Promise<number> {
  const { rows } = await db.executeQuery(QUERY)
  return (rows[0] as { version: number }).version
}
