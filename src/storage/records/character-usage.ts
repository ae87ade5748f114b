import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What an account had spoken in a month: `month` is like `2026-03`. */
export type MonthOfAccount = { readonly accountId: string; readonly month: string }

/** Characters that an account had spoken in a month. */
export async function findCharacterUsage(db: Database, { accountId, month }: MonthOfAccount): Promise<number> {
  const found = await db
    .selectFrom('character_usage')
    .select('characters')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()
  return found?.characters ?? 0
}

/** Adds like `addCharacterUsage` unless the sum would exceed `most`; then it returns undefined and adds nothing. */
export async function spendCharacters(
  db: Database,
  { accountId, month, characters, most }: MonthOfAccount & { readonly characters: number; readonly most: number },
): Promise<number | undefined> {
  if (characters > most) return undefined
  const row = await db
    .insertInto('character_usage')
    .values({ account_id: accountId, month, characters })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'month'])
        .doUpdateSet({ characters: sql<number>`character_usage.characters + excluded.characters` })
        .where(sql<boolean>`character_usage.characters + excluded.characters <= ${most}`),
    )
    .returning('characters')
    .executeTakeFirst()
  return row?.characters
}

/**
 * Adds to what an account had spoken in a month and returns the sum, also of what others have added. Plain SQL: every stream runs it
 * before it ends, and Kysely's builder takes longer than SQLite.
 */
export async function addCharacterUsage(
  db: Database,
  { accountId, month, characters }: MonthOfAccount & { readonly characters: number },
): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    insert into character_usage (account_id, month, characters) values (${accountId}, ${month}, ${characters})
    on conflict (account_id, month) do update set characters = character_usage.characters + excluded.characters
    returning characters`.execute(db)
  return rows[0]!.characters
}
