import { sql, type UpdateObject } from 'kysely'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import type { Database } from '../database.ts'
import { commitLazily, lazyTransaction } from '../embedded/commit-lazily.ts'
import type { StoredAudio } from './clips.ts'
import type { Schema } from './schema.ts'
import { addUsage, negate, rowOfClip, type UsageRow } from './usage.ts'

/** What the rendering of a clip gives. */
export type ClipResult = {
  readonly timing: SpeechTiming
  readonly audio: readonly StoredAudio[]
  /** Segments that came from the cache. */
  readonly cacheHits?: number
}

/** Ends a clip as COMPLETE. False if it is gone or FAILED; true if it is COMPLETE already, as after a commit whose answer was lost. */
export async function completeClip(
  db: Database,
  id: string,
  { timing, audio, cacheHits = 0, now }: ClipResult & { readonly now: number },
): Promise<boolean> {
  const result = toResult({ timing, audio })
  const spoken = { requests: 0, characters: 0, audioMs: timing.durationMs, cacheHits }
  const values = { status: 'COMPLETE', ...result, finished_at: now } as const
  if (await endClip(db, id, { values, toUsage: (row) => ({ ...row, ...spoken }) })) return true
  const clip = await db.selectFrom('clips').select('status').where('id', '=', id).executeTakeFirst()
  return clip?.status === 'COMPLETE'
}

/** Ends a clip as FAILED, and refunds it. False if it has ended already or is gone. */
export async function failClip(
  db: Database,
  id: string,
  { error, now }: { readonly error: { readonly code: string; readonly message: string }; readonly now: number },
): Promise<boolean> {
  const reason = { error_code: error.code, error_message: error.message }
  const values = { status: 'FAILED', ...reason, finished_at: now, bytes: PLAN_BYTES } as const
  return await endClip(db, id, { values, toUsage: negate })
}

/** Of the plan of a clip, which is kept as long as the clip. */
const PLAN_BYTES = sql<number>`coalesce((select octet_length(plan) from clip_plans where clip_id = clips.id), 0)`

/** The columns that say what the rendering of a clip gave. */
function toResult({ timing, audio }: Pick<ClipResult, 'timing' | 'audio'>) {
  const json = JSON.stringify(timing)
  const bytes = audio.reduce((sum, file) => sum + file.bytes, Buffer.byteLength(json))
  const total = sql<number>`${PLAN_BYTES} + ${sql.lit(bytes)}`
  return { timing: json, audio: JSON.stringify(audio), audio_ms: timing.durationMs, bytes: total }
}

type ClipEnd = {
  readonly values: UpdateObject<Schema, 'clips'>
  /** What the end adds to the usage that the clip was charged with. */
  readonly toUsage: (charged: UsageRow) => UsageRow
}

async function endClip(db: Database, id: string, { values, toUsage }: ClipEnd): Promise<boolean> {
  return await lazyTransaction(db, async (transaction) => {
    const ended = await transaction
      .updateTable('clips')
      .set(values)
      .where('id', '=', id)
      .where('status', '=', 'PROCESSING')
      .returning(['account_id', 'charge'])
      .executeTakeFirst()
    if (ended !== undefined) await addUsage(transaction, chargedUsage([ended]).map(toUsage))
    return ended !== undefined
  })
}

/** The usage that some clips were charged with. */
export function chargedUsage(
  clips: readonly { readonly account_id: string; readonly charge: string | null }[],
): readonly UsageRow[] {
  return clips.flatMap(({ account_id, charge }) =>
    charge === null ? [] : [rowOfClip(account_id, JSON.parse(charge), { audioMs: 0, cacheHits: 0 })],
  )
}

/** Replaces what a COMPLETE clip says about its audio, after it was rendered again. */
export async function replaceClipAudio(db: Database, id: string, { timing, audio }: ClipResult): Promise<void> {
  await db
    .updateTable('clips')
    .set(toResult({ timing, audio }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETE')
    .execute()
}

/** Notes how many segments of a clip have been rendered, unless it has ended. */
export async function noteClipProgress(db: Database, id: string, segmentsDone: number): Promise<void> {
  await commitLazily(
    db
      .updateTable('clips')
      .set({ segments_done: segmentsDone })
      .where('id', '=', id)
      .where('status', '=', 'PROCESSING'),
  ).execute()
}
