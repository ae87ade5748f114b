import { randomBytes } from 'node:crypto'
import type { Database } from '../database.ts'

/** The secret of this name; undefined if it does not exist yet. */
export async function findSecret(db: Database, name: string): Promise<string | undefined> {
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** The secret of this name, 32 random bytes in hex, made when it is first asked for. */
export async function ensureSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
