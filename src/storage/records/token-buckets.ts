import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A request for tokens of a bucket on PostgreSQL. */
export type TokenRequest = {
  readonly owner: string
  readonly perSecond: number
  readonly burst: number
  readonly wanted: number
}

/** The bucket after a request: the tokens left in it, and those that the request got. */
export type GrantedTokens = { readonly tokens: number; readonly granted: number }

/**
 * Takes the wanted tokens from a bucket, or as many whole ones as it has. The database's clock fills the bucket, so the clocks of
 * the processes do not matter.
 */
export async function takeTokens(
  db: Database,
  { owner, perSecond, burst, wanted }: TokenRequest,
): Promise<GrantedTokens> {
  const filled = sql`least(${burst}::float8, b.tokens + ${perSecond}::float8 * greatest(0, extract(epoch from now() - b.updated_at)))`
  const granted = sql`least(${wanted}::float8, floor(${filled}))`
  const first = Math.min(wanted, burst)
  const { rows } = await sql<GrantedTokens>`
    insert into token_buckets as b (owner, tokens, granted, updated_at)
    values (${owner}, ${burst - first}::float8, ${first}::float8, now())
    on conflict (owner) do update set
      tokens = ${filled} - ${granted}, granted = ${granted}, updated_at = greatest(b.updated_at, now())
    returning tokens, granted`.execute(db)
  return rows[0]!
}

/** Deletes the buckets that were not used for an hour. */
export async function deleteIdleBuckets(db: Database): Promise<void> {
  await sql`delete from token_buckets where updated_at < now() - interval '1 hour'`.execute(db)
}
