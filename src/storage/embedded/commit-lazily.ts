import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Ends a statement whose commit need not be on disk before it returns; to any database it is a comment. */
export const LAZILY = '/* lazily */'

type Modifiable<Query> = { modifyEnd(modifier: ReturnType<typeof sql>): Query }

/**
 * Lets a statement return before its commit is on disk. The next commit that waits for the disk writes both.
 * A crash of the process does not lose it, but a power cut may. Use it for work that is then only repeated.
 */
export function commitLazily<Query extends Modifiable<Query>>(query: Query): Query {
  return query.modifyEnd(sql.raw(LAZILY))
}

/** Runs a transaction whose commit is lazy, or joins the one of the caller. */
export async function lazyTransaction<Value>(
  db: Database,
  run: (transaction: Database) => Promise<Value>,
): Promise<Value> {
  if (db.isTransaction) return await run(db)
  return await db.connection().execute(async (connection) => {
    await sql.raw(`begin ${LAZILY}`).execute(connection)
    try {
      const value = await run(connection)
      await sql.raw(`commit ${LAZILY}`).execute(connection)
      return value
    } catch (error) {
      await sql.raw('rollback').execute(connection)
      throw error
    }
  })
}
