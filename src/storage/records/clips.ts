import { randomUUID } from 'node:crypto'
import type { Selectable, UpdateObject } from 'kysely'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { ServiceError } from '../../errors.ts'
import type { StoredPlan } from '../../synthesis/stored-plan.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import type { Database } from '../database.ts'
import { commitLazily } from '../embedded/commit-lazily.ts'
import type { ClipStatus, Schema } from './schema.ts'

/** A clip as its owner sees it. */
export type Clip = {
  readonly id: string
  readonly status: ClipStatus
  readonly format: OutputFormat
  readonly createdAt: number
  /** Why it FAILED; null otherwise. */
  readonly error: { readonly code: string; readonly message: string } | null
  /** The blobs of a COMPLETE clip; null if it is not COMPLETE, or an earlier version rendered it. */
  readonly audio: readonly StoredAudio[] | null
}

/** A blob as it was stored. */
export type StoredAudio = { readonly key: string; readonly bytes: number; readonly crc32: number }

/** A clip as a worker gets it. An earlier version may have stored its plan. */
export type ClipJob = { readonly id: string; readonly plan: StoredPlan; readonly format: OutputFormat }

export type NewClip = { readonly plan: SynthesisPlan; readonly format: OutputFormat }

/** How many clips wait or are being rendered, of all accounts. */
export async function countUnfinishedClips(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('clips')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'PROCESSING')
    .executeTakeFirstOrThrow()
  return count
}

/** Accepts clips in order and returns their ids. Run it in a transaction: they are accepted all or none. */
export async function insertClips(
  db: Database,
  { accountId, clips, now }: { readonly accountId: string; readonly clips: readonly NewClip[]; readonly now: number },
): Promise<readonly string[]> {
  const accepted = clips.map((clip) => ({ ...clip, id: randomUUID() }))
  const row = { account_id: accountId, status: 'PROCESSING', created_at: now, interruptions: 0 } as const
  await db
    .insertInto('clips')
    .values(accepted.map(({ id, format }) => ({ ...row, id, format: JSON.stringify(format) })))
    .execute()
  await db
    .insertInto('clip_plans')
    .values(accepted.map(({ id, plan }) => ({ clip_id: id, plan: JSON.stringify(plan) })))
    .execute()
  return accepted.map(({ id }) => id)
}

/** Takes the clip that has waited longest, for one worker alone; undefined if none waits. Clips that were interrupted come last. */
export async function claimNextClip(db: Database, now: number): Promise<ClipJob | undefined> {
  const row = await commitLazily(
    db
      .updateTable('clips')
      .set({ claimed_at: now })
      .where('id', '=', (query) =>
        query
          .selectFrom('clips')
          .select('id')
          .where('status', '=', 'PROCESSING')
          .where('claimed_at', 'is', null)
          .orderBy('interruptions')
          .orderBy('position')
          .limit(1),
      )
      .returning((clip) => [
        'id',
        'format',
        clip
          .selectFrom('clip_plans')
          .select('plan')
          .whereRef('clip_id', '=', 'clips.id')
          .$asScalar()
          .$notNull()
          .as('plan'),
      ]),
  ).executeTakeFirst()
  return row && { id: row.id, plan: JSON.parse(row.plan), format: JSON.parse(row.format) }
}

/** Gives a claimed clip back, for another worker to take. */
export async function releaseClip(db: Database, id: string): Promise<void> {
  await commitLazily(db.updateTable('clips').set({ claimed_at: null }).where('id', '=', id)).execute()
}

/** What the rendering of a clip gives. */
export type ClipResult = { readonly timing: SpeechTiming; readonly audio: readonly StoredAudio[] }

/** Ends a clip as COMPLETE. False if it is gone or FAILED; true if it is COMPLETE already, as after a commit whose answer was lost. */
export async function completeClip(
  db: Database,
  id: string,
  { timing, audio, now }: ClipResult & { readonly now: number },
): Promise<boolean> {
  const result = { timing: JSON.stringify(timing), audio: JSON.stringify(audio) }
  if (await endClip(db, id, { status: 'COMPLETE', ...result, finished_at: now })) return true
  const clip = await db.selectFrom('clips').select('status').where('id', '=', id).executeTakeFirst()
  return clip?.status === 'COMPLETE'
}

/** Ends a clip as FAILED. False if it has ended already or is gone. */
export async function failClip(
  db: Database,
  id: string,
  { error, now }: { readonly error: { readonly code: string; readonly message: string }; readonly now: number },
): Promise<boolean> {
  return await endClip(db, id, {
    status: 'FAILED',
    error_code: error.code,
    error_message: error.message,
    finished_at: now,
  })
}

async function endClip(db: Database, id: string, values: UpdateObject<Schema, 'clips'>): Promise<boolean> {
  const { numUpdatedRows } = await commitLazily(
    db.updateTable('clips').set(values).where('id', '=', id).where('status', '=', 'PROCESSING'),
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has a COMPLETE clip rendered again, because its audio is gone. */
export async function restoreClip(db: Database, id: string): Promise<void> {
  await db
    .updateTable('clips')
    .set({ status: 'PROCESSING', claimed_at: null, finished_at: null, timing: null, audio: null })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETE')
    .execute()
}

/** A clip that was in hand at this many ends of a process is taken to be their cause. */
const MAX_INTERRUPTIONS = 50

/**
 * Frees the clips that a process held when it ended, each with one interruption more; one with too many has FAILED.
 * Call it when no worker runs: at the start of the process that owns the data directory. Returns how many wait again.
 */
export async function recoverInterruptedClips(db: Database, now: number): Promise<number> {
  const held = (where: 'waits' | 'fails') =>
    db
      .updateTable('clips')
      .where('status', '=', 'PROCESSING')
      .where('claimed_at', 'is not', null)
      .where('interruptions', where === 'waits' ? '<' : '>=', MAX_INTERRUPTIONS)
  const { numUpdatedRows } = await held('waits')
    .set((update) => ({ claimed_at: null, interruptions: update('interruptions', '+', 1) }))
    .executeTakeFirst()
  const message = `The service ended ${MAX_INTERRUPTIONS} times while this clip was rendered`
  await held('fails')
    .set({ status: 'FAILED', error_code: 'INTERNAL_ERROR', error_message: message, finished_at: now })
    .execute()
  return Number(numUpdatedRows)
}

export type ListClipsOptions = {
  readonly accountId: string
  readonly limit: number
  readonly status?: ClipStatus
  /** Only clips accepted before the clip with this id. */
  readonly before?: string
}

/** The account's clips, newest first. */
export async function listClips(db: Database, options: ListClipsOptions): Promise<readonly Clip[]> {
  let query = selectClips(db).where('account_id', '=', options.accountId)
  if (options.status !== undefined) query = query.where('status', '=', options.status)
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
    .execute()
  const clips = new Map(rows.map((row) => [row.id, toClip(row)]))
  const missing = ids.filter((id) => !clips.has(id))
  if (missing.length > 0) {
    throw new ServiceError('NOT_FOUND', `Cannot find ${missing.length === 1 ? 'clip' : 'clips'} ${missing.join(', ')}`)
  }
  return ids.map((id) => clips.get(id)!)
}

/** The clip of any account with this id. */
export async function findClip(db: Database, id: string): Promise<Clip | undefined> {
  const row = await selectClips(db).where('id', '=', id).executeTakeFirst()
  return row && toClip(row)
}

/** When the words of a clip are heard; undefined where it is not COMPLETE or was made by a version that did not keep them here. */
export async function findClipTiming(db: Database, id: string): Promise<SpeechTiming | undefined> {
  const row = await db.selectFrom('clips').select('timing').where('id', '=', id).executeTakeFirst()
  return row?.timing == null ? undefined : JSON.parse(row.timing)
}

/** Clips of any account that were accepted before `time`, at most `limit`, oldest first. */
export async function findClipsAcceptedBefore(
  db: Database,
  { time, limit }: { readonly time: number; readonly limit: number },
): Promise<readonly Clip[]> {
  const rows = await selectClips(db).where('created_at', '<', time).orderBy('created_at').limit(limit).execute()
  return rows.map(toClip)
}

export async function deleteClip(db: Database, id: string): Promise<void> {
  await db.deleteFrom('clips').where('id', '=', id).execute()
}

function selectClips(db: Database) {
  return db.selectFrom('clips').select(['id', 'status', 'format', 'created_at', 'error_code', 'error_message', 'audio'])
}

type ClipRow = Pick<
  Selectable<Schema['clips']>,
  'id' | 'status' | 'format' | 'created_at' | 'error_code' | 'error_message' | 'audio'
>

function toClip(row: ClipRow): Clip {
  return {
    id: row.id,
    status: row.status,
    format: JSON.parse(row.format),
    createdAt: row.created_at,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    audio: row.audio === null ? null : JSON.parse(row.audio),
  }
}
