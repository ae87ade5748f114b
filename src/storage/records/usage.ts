import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What an account used in a day at one endpoint with one key and one avatar. */
export type UsageRow = {
  readonly accountId: string
  /** In UTC, like `2026-03-14`. */
  readonly day: string
  readonly endpoint: string
  /** Empty in a session of the Studio. */
  readonly keyId: string
  readonly speakerId: number
  /** Texts that were accepted. */
  readonly requests: number
  /** UTF-16 units of these texts, markup included. */
  readonly characters: number
}

/** By what usage can be divided, and the column of each. */
const COLUMNS = { day: 'day', endpoint: 'endpoint', key: 'key_id', avatar: 'speaker_id' } as const
export type UsageGroup = keyof typeof COLUMNS
export const USAGE_GROUPS = Object.keys(COLUMNS) as readonly UsageGroup[]

/** A sum of usage, with the values that it is of. */
export type UsageSum = Partial<Record<UsageGroup, string | number>> & Pick<UsageRow, 'requests' | 'characters'>

/** Adds to the stored usage. All or nothing. */
export async function addUsage(db: Database, rows: readonly UsageRow[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const row of rows) {
      await transaction
        .insertInto('usage_by_day')
        .values({
          account_id: row.accountId,
          day: row.day,
          endpoint: row.endpoint,
          key_id: row.keyId,
          speaker_id: row.speakerId,
          requests: row.requests,
          characters: row.characters,
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'day', 'endpoint', 'key_id', 'speaker_id']).doUpdateSet({
            requests: sql<number>`usage_by_day.requests + excluded.requests`,
            characters: sql<number>`usage_by_day.characters + excluded.characters`,
          }),
        )
        .execute()
    }
  })
}

export type UsageQuery = {
  readonly accountId: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  readonly groupBy: readonly UsageGroup[]
}

/** Returns the usage of an account in a range of days, divided and ordered by some groups. */
export async function sumUsage(
  db: Database,
  { accountId, from, to, groupBy }: UsageQuery,
): Promise<readonly UsageSum[]> {
  const columns = groupBy.map((group) => COLUMNS[group])
  let query = db
    .selectFrom('usage_by_day')
    .select(columns)
    .select(({ fn }) => [fn.sum<number>('requests').as('requests'), fn.sum<number>('characters').as('characters')])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(columns.length > 0 ? columns : ['account_id'])
  for (const column of columns) query = query.orderBy(column)
  const rows = await query.execute()
  return rows.map((row) => {
    const values = row as Readonly<Record<string, string | number>>
    const groups = groupBy.map((group) => [group, values[COLUMNS[group]]!] as const)
    return { ...Object.fromEntries(groups), requests: Number(row.requests), characters: Number(row.characters) }
  })
}

/** Characters that were spoken with a key from a day on. */
export async function sumKeyCharacters(db: Database, keyId: string, from: string): Promise<number> {
  const { characters } = await db
    .selectFrom('usage_by_day')
    .select(({ fn }) => fn.sum<number | null>('characters').as('characters'))
    .where('key_id', '=', keyId)
    .where('day', '>=', from)
    .executeTakeFirstOrThrow()
  return Number(characters ?? 0)
}
