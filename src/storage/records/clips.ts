import type { Selectable } from 'kysely'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { ServiceError } from '../../errors.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import type { Database } from '../database.ts'
import { commitLazily } from '../embedded/commit-lazily.ts'
import type { AccountStatus, ClipStatus, Schema } from './schema.ts'

/** A clip as its owner sees it. */
export type Clip = {
  readonly id: string
  readonly status: ClipStatus
  readonly format: OutputFormat
  readonly label: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** UTF-16 units of the text; null for a combination or if an earlier version accepted it. */
  readonly characters: number | null
  /** What of the text is clamped, dropped or skipped; empty if an earlier version accepted it. */
  readonly warnings: readonly string[]
  /** Share of the segments that are rendered, from 0 to 1; 1 only if it is COMPLETE. */
  readonly progress: number
  /** Length of the audio; null if the clip is not COMPLETE, or an earlier version rendered it. */
  readonly audioSeconds: number | null
  readonly createdAt: number
  readonly finishedAt: number | null
  /** Why it FAILED; null otherwise. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The blobs of a COMPLETE clip; null if it is not COMPLETE, or an earlier version rendered it. */
  readonly audio: readonly StoredAudio[] | null
}

/** A blob as it was stored. */
export type StoredAudio = { readonly key: string; readonly bytes: number; readonly crc32: number }

/** How many clips wait or are being rendered, of all accounts, or of one without the paragraphs of its exports. */
export async function countUnfinishedClips(db: Database, accountId?: string): Promise<number> {
  let query = db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'PROCESSING')
  // Paragraphs of exports wait in their own turns, and do not keep their account from sending clips.
  if (accountId !== undefined) query = query.where('account_id', '=', accountId).where('kind', '!=', 'paragraph')
  return (await query.executeTakeFirstOrThrow()).count
}

/** When the clip was accepted that has waited longest for a worker; undefined if none waits. */
export async function findOldestWaiting(db: Database): Promise<number | undefined> {
  const { since } = await db
    .selectFrom('clips')
    .select(({ fn }) => fn.min<number | null>('created_at').as('since'))
    .where('status', '=', 'PROCESSING')
    .where('claimed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return since ?? undefined
}

export type ListClipsOptions = {
  readonly accountId: string
  readonly limit: number
  readonly status?: ClipStatus
  readonly label?: string
  /** Only clips accepted at this time or later. */
  readonly createdAfter?: number
  /** Only clips accepted before this time. */
  readonly createdBefore?: number
  /** Only clips accepted before the clip with this id. */
  readonly before?: string
}

/** The account's clips, newest first, without the paragraphs of exports. */
export async function listClips(db: Database, options: ListClipsOptions): Promise<readonly Clip[]> {
  let query = selectClips(db).where('account_id', '=', options.accountId).where('kind', '!=', 'paragraph')
  if (options.status !== undefined) query = query.where('status', '=', options.status)
  if (options.label !== undefined) query = query.where('label', '=', options.label)
  if (options.createdAfter !== undefined) query = query.where('created_at', '>=', options.createdAfter)
  if (options.createdBefore !== undefined) query = query.where('created_at', '<', options.createdBefore)
  if (options.before !== undefined) {
    const { before, accountId } = options
    query = query.where('position', '<', (subquery) =>
      subquery.selectFrom('clips').select('position').where('id', '=', before).where('account_id', '=', accountId),
    )
  }
  const rows = await query.orderBy('position', 'desc').limit(options.limit).execute()
  return rows.map(toClip)
}

/** The account's clips with these ids, in the order of the ids; NOT_FOUND names those that the account lacks. */
export async function findClips(
  db: Database,
  { accountId, ids }: { readonly accountId: string; readonly ids: readonly string[] },
): Promise<readonly Clip[]> {
  const rows = await selectClips(db)
    .where('account_id', '=', accountId)
    .where('id', 'in', [...new Set(ids)])
    .where('kind', '!=', 'paragraph')
    .execute()
  const clips = new Map(rows.map((row) => [row.id, toClip(row)]))
  const missing = ids.filter((id) => !clips.has(id))
  if (missing.length > 0) {
    throw new ServiceError('NOT_FOUND', `Cannot find ${missing.length === 1 ? 'clip' : 'clips'} ${missing.join(', ')}`)
  }
  return ids.map((id) => clips.get(id)!)
}

/** A clip, with what its link needs of its account. */
export type ClipOfAccount = Clip & { readonly plan: string; readonly accountStatus: AccountStatus }

/** The clip of any account with this id. */
export async function findClip(db: Database, id: string): Promise<ClipOfAccount | undefined> {
  const row = await selectClips(db)
    .where('clips.id', '=', id)
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('accounts.plan')
        .whereRef('accounts.id', '=', 'clips.account_id')
        .$asScalar()
        .$notNull()
        .as('plan'),
    )
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('accounts.status')
        .whereRef('accounts.id', '=', 'clips.account_id')
        .$asScalar()
        .$notNull()
        .as('accountStatus'),
    )
    .executeTakeFirst()
  return row && { ...toClip(row), plan: row.plan, accountStatus: row.accountStatus }
}

/** Returns the word timing of a clip; undefined if it is not COMPLETE or an older version rendered it without storing word times. */
export async function findClipTiming(db: Database, id: string): Promise<SpeechTiming | undefined> {
  const row = await db.selectFrom('clips').select('timing').where('id', '=', id).executeTakeFirst()
  return row?.timing == null ? undefined : JSON.parse(row.timing)
}

type ExpiredClipsOptions = { readonly plan: string; readonly finishedBefore: number; readonly limit: number }

/** Clips of accounts with a plan that ended before a time, oldest first, without the paragraphs of exports. */
export async function findExpiredClips(
  db: Database,
  { plan, finishedBefore, limit }: ExpiredClipsOptions,
): Promise<readonly Clip[]> {
  const rows = await selectClips(db)
    .where('finished_at', '<', finishedBefore)
    .where('kind', '!=', 'paragraph')
    .where('account_id', 'in', ({ selectFrom }) => selectFrom('accounts').select('id').where('plan', '=', plan))
    .orderBy('finished_at')
    .limit(limit)
    .execute()
  return rows.map(toClip)
}

/** Which of these clips exist, whatever their account. */
export async function findExistingClips(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('clips')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids of COMPLETE clips that still have the parts they were rendered in. */
export async function findCompleteClipsWithParts(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('clips')
    .innerJoin('clip_parts', 'clip_parts.clip_id', 'clips.id')
    .select('clips.id')
    .distinct()
    .where('clips.status', '=', 'COMPLETE')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Marks a clip whose removal begins, so that a request that finds its audio missing does not render it again. If the removal breaks
 * off, the clip stays FAILED until it is removed again.
 */
export async function markRemoved(db: Database, id: string): Promise<void> {
  await commitLazily(
    db
      .updateTable('clips')
      .set({ status: 'FAILED', error_code: 'NOT_FOUND', error_message: 'The clip is being deleted' })
      .where('id', '=', id)
      .where('status', '=', 'COMPLETE'),
  ).execute()
}

export async function deleteClip(db: Database, id: string): Promise<void> {
  await db.deleteFrom('clips').where('id', '=', id).execute()
}

const COLUMNS = [
  'id',
  'status',
  'format',
  'label',
  'metadata',
  'characters',
  'warnings',
  'segments',
  'segments_done',
  'audio_ms',
  'created_at',
  'finished_at',
  'error_code',
  'error_message',
  'audio',
] as const

function selectClips(db: Database) {
  return db.selectFrom('clips').select(COLUMNS)
}

type ClipRow = Pick<Selectable<Schema['clips']>, (typeof COLUMNS)[number]>

function toClip(row: ClipRow): Clip {
  return {
    id: row.id,
    status: row.status,
    format: JSON.parse(row.format),
    label: row.label,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    characters: row.characters,
    warnings: row.warnings === null ? [] : JSON.parse(row.warnings),
    progress: progressOf(row),
    audioSeconds: row.audio_ms === null ? null : row.audio_ms / 1000,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    audio: row.audio === null ? null : JSON.parse(row.audio),
  }
}

/** To encode and store the audio counts as one segment more. */
function progressOf({ status, segments, segments_done: done }: ClipRow): number {
  if (status === 'COMPLETE') return 1
  if (segments === null || done === null) return 0
  return Math.min(done, segments) / (segments + 1)
}
