import { sql } from 'kysely'
import type { Database } from '../../src/storage/database.ts'
import { STORAGE } from './test-service.ts'

export type RefusedWrites = {
  readonly on: 'insert' | 'update'
  readonly table: string
  /** A condition on `new` and `old`; without it, every row is refused. */
  readonly when?: string
}

/** Makes the database refuse writes, as a failing one would, until the returned function is called. */
export async function refuseWrites(
  db: Database,
  { on, table, when = 'true' }: RefusedWrites,
  storage: typeof STORAGE = STORAGE,
): Promise<() => Promise<unknown>> {
  if (storage === 'embedded') {
    const body = `begin select raise(abort, 'refused'); end`
    await sql.raw(`create trigger refuse before ${on} on ${table} when ${when} ${body}`).execute(db)
    return () => sql`drop trigger refuse`.execute(db)
  }
  const refuse = `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
  await sql.raw(refuse).execute(db)
  const rows = `before ${on} on ${table} for each row when (${when})`
  await sql.raw(`create trigger refuse ${rows} execute function refuse()`).execute(db)
  return () => sql.raw(`drop trigger refuse on ${table}`).execute(db)
}
