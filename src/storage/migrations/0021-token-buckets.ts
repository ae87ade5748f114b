import { type Kysely, sql } from 'kysely'
import { isPostgres } from './identity-column.ts'

/** Rates that the API processes on a PostgreSQL database share. Not logged: after a crash of the server all buckets are full. */
export async function createTokenBucketTable(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    create unlogged table token_buckets (
      owner text primary key,
      tokens double precision not null,
      granted double precision not null,
      updated_at timestamptz not null
    )`.execute(db)
}
