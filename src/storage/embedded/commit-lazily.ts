import { sql } from 'kysely'

/** Ends a statement whose commit need not be on disk before it returns; to any database it is a comment. */
export const LAZILY = '/* lazily */'

type Modifiable<Query> = { modifyEnd(modifier: ReturnType<typeof sql>): Query }

/**
 * Lets a statement return before its commit is on disk: it gets there with the next commit that waits.
 * Whatever happens to the process it is kept; a power cut may take it back. For what is only done again then.
 */
export function commitLazily<Query extends Modifiable<Query>>(query: Query): Query {
  return query.modifyEnd(sql.raw(LAZILY))
}
