import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { addCharacterUsage } from './character-usage.ts'
import { keysOfFamily } from './key-families.ts'
import { MEMBER_PREFIX } from './members.ts'

/** What an account used in a day at one endpoint with one key and one avatar. */
export type UsageRow = {
  readonly accountId: string
  /** In UTC, like `2026-03-14`. */
  readonly day: string
  readonly endpoint: string
  /** The key, or the member; empty in a session of the Studio that the operator's link began. */
  readonly keyId: string
  readonly speakerId: number
} & Amounts

/** What can be used; negative to take it back. */
type Amounts = {
  /** Texts that were spoken or accepted. */
  readonly requests: number
  /** UTF-16 units of these texts, markup included. */
  readonly characters: number
  readonly audioMs: number
  /** Segments that came from the cache. */
  readonly cacheHits: number
}

/** What a clip was charged with. */
export type ClipCharge = Pick<UsageRow, 'day' | 'endpoint' | 'keyId' | 'speakerId' | 'characters'>

/** The usage of a text with this charge. */
export function rowOfClip(
  accountId: string,
  { day, endpoint, keyId, speakerId, characters }: ClipCharge,
  spoken: Pick<UsageRow, 'audioMs' | 'cacheHits'>,
): UsageRow {
  return { accountId, day, endpoint, keyId, speakerId, requests: 1, characters, ...spoken }
}

/** Usage that takes back the texts of another, but not what was spoken. */
export function negate(row: UsageRow): UsageRow {
  return { ...row, requests: -row.requests, characters: -row.characters }
}

const isMember = sql`substr(key_id, 1, ${sql.lit(MEMBER_PREFIX.length)}) = ${sql.lit(MEMBER_PREFIX)}`

/** By what usage can be divided, and the column of each. */
const COLUMNS: Readonly<Record<UsageGroup, RawBuilder<string | number>>> = {
  day: sql`day`,
  endpoint: sql`endpoint`,
  key: sql`case when ${isMember} then '' else key_id end`,
  member: sql`case when ${isMember} then key_id else '' end`,
  avatar: sql`speaker_id`,
}
export type UsageGroup = 'day' | 'endpoint' | 'key' | 'member' | 'avatar'
export const USAGE_GROUPS = Object.keys(COLUMNS) as readonly UsageGroup[]

/** The groups of `declaim usage`. Services of earlier versions know them all. */
export const REPORTED_GROUPS: readonly UsageGroup[] = ['day', 'endpoint', 'key', 'avatar']

/** A sum of usage, with the values of its groups. */
export type UsageSum = Partial<Record<UsageGroup, string | number>> & Amounts

/**
 * Adds to the stored usage and to the characters of the months. Call it in a transaction. Months come first and rows have a fixed
 * order, so that transactions of several processes wait for each other and never in a circle.
 */
export async function addUsage(transaction: Database, rows: readonly UsageRow[]): Promise<void> {
  await addMonths(transaction, rows)
  await addDays(transaction, rows)
}

/** Adds to the characters of the months alone. */
export async function addMonths(transaction: Database, rows: readonly UsageRow[]): Promise<void> {
  for (const { accountId, day, characters } of sumUp(rows, ({ accountId, day }) => [accountId, day.slice(0, 7)]))
    await addCharacterUsage(transaction, { accountId, month: day.slice(0, 7), characters })
}

/** Adds to the usage by day alone. */
export async function addDays(transaction: Database, rows: readonly UsageRow[]): Promise<void> {
  const keyOf = ({ accountId, day, endpoint, keyId, speakerId }: UsageRow) => [
    accountId,
    day,
    endpoint,
    keyId,
    speakerId,
  ]
  for (const row of sumUp(rows, keyOf)) await addRow(transaction, row)
}

/** One row for all that have the same key, in the order of the keys. */
function sumUp(rows: readonly UsageRow[], keyOf: (row: UsageRow) => readonly (string | number)[]): readonly UsageRow[] {
  const sums = new Map<string, UsageRow>()
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row))
    const known = sums.get(key)
    sums.set(key, known === undefined ? row : { ...row, ...addAmounts(known, row) })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function addAmounts(one: Amounts, other: Amounts): Amounts {
  return {
    requests: one.requests + other.requests,
    characters: one.characters + other.characters,
    audioMs: one.audioMs + other.audioMs,
    cacheHits: one.cacheHits + other.cacheHits,
  }
}

/** Plain SQL: every stream runs it before it ends, and Kysely's builder takes longer than SQLite. */
async function addRow(db: Database, row: UsageRow): Promise<void> {
  await sql`
    insert into usage_by_day (account_id, day, endpoint, key_id, speaker_id, requests, characters, audio_ms, cache_hits)
    values (${row.accountId}, ${row.day}, ${row.endpoint}, ${row.keyId}, ${row.speakerId}, ${row.requests}, ${row.characters}, ${row.audioMs}, ${row.cacheHits})
    on conflict (account_id, day, endpoint, key_id, speaker_id) do update set
      requests = usage_by_day.requests + excluded.requests,
      characters = usage_by_day.characters + excluded.characters,
      audio_ms = usage_by_day.audio_ms + excluded.audio_ms,
      cache_hits = usage_by_day.cache_hits + excluded.cache_hits`.execute(db)
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
    .select(groupBy.map((group) => COLUMNS[group].as(group)))
    .select(({ fn }) => [
      fn.sum<number>('requests').as('requests'),
      fn.sum<number>('characters').as('characters'),
      fn.sum<number>('audio_ms').as('audioMs'),
      fn.sum<number>('cache_hits').as('cacheHits'),
    ])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(columns.length > 0 ? columns : ['account_id'])
    // A clip that failed leaves a row of zeros.
    .having(({ fn }) => fn.sum('requests'), '>', 0)
  for (const column of columns) query = query.orderBy(column)
  const rows = await query.execute()
  return rows.map((row) => {
    const values = row as Readonly<Record<string, string | number>>
    const groups = groupBy.map((group) => [group, values[group]!] as const)
    return {
      ...Object.fromEntries(groups),
      requests: Number(row.requests),
      characters: Number(row.characters),
      audioMs: Number(row.audioMs),
      cacheHits: Number(row.cacheHits),
    }
  })
}

/** Characters that were spoken with a key from a day on. */
export async function sumKeyCharacters(db: Database, keyId: string, from: string): Promise<number> {
  const { characters } = await db
    .selectFrom('usage_by_day')
    .select(({ fn }) => fn.sum<number | null>('characters').as('characters'))
    .where(sql<boolean>`key_id in ${keysOfFamily(keyId)}`)
    .where('day', '>=', from)
    .executeTakeFirstOrThrow()
  return Number(characters ?? 0)
}
