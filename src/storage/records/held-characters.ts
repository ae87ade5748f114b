import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'
import { addCharacterUsage, type MonthOfAccount, spendCharacters } from './character-usage.ts'
import { keysOfFamily } from './key-families.ts'

/** Characters that a process holds for a text under way. The month of the account counts them already. */
export type HeldCharacters = MonthOfAccount & {
  readonly processId: string
  /** Empty in a session of the Studio that a sign-in link began. */
  readonly keyId: string
  readonly characters: number
}

/**
 * Adds to the month like `spendCharacters`, and notes which process holds it; on PostgreSQL in one statement. Rejects if the process
 * was taken for dead.
 */
export async function holdCharacters(db: Database, held: HeldCharacters, most: number): Promise<number | undefined> {
  const { processId, accountId, month, keyId, characters } = held
  if (characters > most) return undefined
  if (!isPostgres(db)) {
    if (db.isTransaction) return await holdInTwo(db, held, most)
    return await db.transaction().execute((transaction) => holdInTwo(transaction, held, most))
  }
  // The second part reads the first, so the month is locked first.
  const { rows } = await sql<{ characters: number }>`
    with spent as (
      insert into character_usage as u (account_id, month, characters) values (${accountId}, ${month}, ${characters})
      on conflict (account_id, month) do update set characters = u.characters + excluded.characters
      where u.characters + excluded.characters <= ${most}
      returning characters
    ), held as (
      insert into held_characters as h (process_id, account_id, month, key_id, characters)
      select ${processId}, ${accountId}, ${month}, ${keyId}, ${characters}::bigint from spent
      on conflict (process_id, account_id, month, key_id) do update set characters = h.characters + excluded.characters
    )
    select characters from spent`.execute(db)
  return rows[0]?.characters
}

async function holdInTwo(
  transaction: Database,
  { processId, keyId, ...spent }: HeldCharacters,
  most: number,
): Promise<number | undefined> {
  const used = await spendCharacters(transaction, { ...spent, most })
  if (used === undefined) return undefined
  const { accountId, month, characters } = spent
  await transaction
    .insertInto('held_characters')
    .values({ process_id: processId, account_id: accountId, month, key_id: keyId, characters })
    .onConflict((conflict) =>
      conflict
        .columns(['process_id', 'account_id', 'month', 'key_id'])
        .doUpdateSet({ characters: sql<number>`held_characters.characters + excluded.characters` }),
    )
    .execute()
  return used
}

/**
 * Characters that were spoken in a month with a key and those of its family, and those that processes hold for it: in one statement, as a text that is
 * settled meanwhile goes from one to the other.
 */
export async function sumKeyMonth(
  db: Database,
  { keyId, month }: Pick<HeldCharacters, 'keyId' | 'month'>,
): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    select (select coalesce(sum(characters), 0) from usage_by_day where key_id in ${keysOfFamily(keyId)} and day >= ${`${month}-01`})
      + (select coalesce(sum(characters), 0) from held_characters where key_id in ${keysOfFamily(keyId)} and month = ${month})
      as characters`.execute(db)
  return Number(rows[0]!.characters)
}

/** Takes held characters back: the month counts them no longer. Call it in a transaction. */
export async function releaseCharacters(transaction: Database, held: HeldCharacters): Promise<void> {
  // Locks the month first, as `holdCharacters` does.
  await addCharacterUsage(transaction, { ...held, characters: 0 })
  if (await letGo(transaction, held)) await addCharacterUsage(transaction, { ...held, characters: -held.characters })
}

/**
 * Ends the hold on characters that were used, which stay counted in the month. If another process has taken them back meanwhile, they
 * are added again. Call it in a transaction.
 */
export async function settleCharacters(transaction: Database, all: readonly HeldCharacters[]): Promise<void> {
  const sums = Map.groupBy(all, ({ processId, accountId, month, keyId }) => [processId, accountId, month, keyId].join())
  for (const [, group] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const held = { ...group[0]!, characters: group.reduce((sum, { characters }) => sum + characters, 0) }
    if (!(await letGo(transaction, held))) await addCharacterUsage(transaction, held)
  }
}

/** False if the process was taken for dead: its characters were taken back then. */
async function letGo(
  transaction: Database,
  { processId, accountId, month, keyId, characters }: HeldCharacters,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('held_characters')
    .set((update) => ({ characters: update('characters', '-', characters) }))
    .where('process_id', '=', processId)
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Takes back all that some processes hold, and forgets them. Call it in a transaction. */
export async function forgetProcesses(transaction: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const held = await transaction.deleteFrom('held_characters').where('process_id', 'in', ids).returningAll().execute()
  const rows = held.toSorted((a, b) => (a.account_id + a.month < b.account_id + b.month ? -1 : 1))
  for (const { account_id: accountId, month, characters } of rows)
    if (characters !== 0) await addCharacterUsage(transaction, { accountId, month, characters: -characters })
  await transaction.deleteFrom('processes').where('id', 'in', ids).execute()
}

/** Forgets the rows of a process that hold nothing any more. */
export async function deleteEmptyHolds(db: Database, processId: string): Promise<void> {
  await db.deleteFrom('held_characters').where('process_id', '=', processId).where('characters', '=', 0).execute()
}
