import type { UpdateObject } from 'kysely'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { StoredPlan } from '../../synthesis/stored-plan.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import type { Database } from '../database.ts'
import { commitLazily, lazyTransaction } from '../embedded/commit-lazily.ts'
import { type AcceptedClip, findNextTurn } from './accept-clips.ts'
import type { StoredAudio } from './clips.ts'
import type { CombinationPlan } from './combination-plan.ts'
import type { Schema } from './schema.ts'
import { addUsage, type ClipCharge, negate, rowOfClip, type UsageRow } from './usage.ts'

/** A clip as a worker gets it. An earlier version may have stored its plan. */
export type ClipJob = {
  readonly id: string
  readonly plan: StoredPlan | CombinationPlan
  readonly format: OutputFormat
}

/** A clip that was in hand at this many ends of a process may be their cause. It is rendered while no other clip is in hand. */
export const SUSPECT_INTERRUPTIONS = 3

export type ClaimOptions = {
  readonly now: number
  /** Leaves out clips that were interrupted more often. */
  readonly maxInterruptions?: number
}

/** A clip that was claimed, and how often a process ended that held it. */
export type InterruptedJob = ClipJob & { readonly interruptions: number }

/** Claims the clip whose turn it is, for one worker alone; undefined if none waits. Clips that were interrupted come last. */
export async function claimNextClip(
  db: Database,
  { now, maxInterruptions = Number.MAX_SAFE_INTEGER }: ClaimOptions,
): Promise<InterruptedJob | undefined> {
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
          .where('interruptions', '<=', maxInterruptions)
          .orderBy('interruptions')
          .orderBy('turn')
          .orderBy('position')
          .limit(1),
      )
      .returning((clip) => [
        'id',
        'format',
        'interruptions',
        clip
          .selectFrom('clip_plans')
          .select('plan')
          .whereRef('clip_id', '=', 'clips.id')
          .$asScalar()
          .$notNull()
          .as('plan'),
      ]),
  ).executeTakeFirst()
  if (row === undefined) return undefined
  const { id, interruptions } = row
  return { id, plan: JSON.parse(row.plan), format: JSON.parse(row.format), interruptions }
}

/**
 * Claims a clip for a worker that may die: the claim counts as an interruption until `unclaimClip`. Undefined if the clip has
 * ended or is gone. `deaths` counts the workers that died while they held it.
 */
export async function claimClip(
  db: Database,
  id: string,
  now: number,
): Promise<(ClipJob & { readonly deaths: number }) | undefined> {
  const row = await db
    .updateTable('clips')
    .set((update) => ({ claimed_at: now, interruptions: update('interruptions', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .returning(['format', 'interruptions'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { plan } = await db.selectFrom('clip_plans').select('plan').where('clip_id', '=', id).executeTakeFirstOrThrow()
  return { id, plan: JSON.parse(plan), format: JSON.parse(row.format), deaths: row.interruptions - 1 }
}

/** Takes back a claim of `claimClip` whose worker is alive. */
export async function unclaimClip(db: Database, id: string): Promise<void> {
  await db
    .updateTable('clips')
    .set((update) => ({ claimed_at: null, interruptions: update('interruptions', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Gives a claimed clip back, for another worker to take. */
export async function releaseClip(db: Database, id: string): Promise<void> {
  await commitLazily(db.updateTable('clips').set({ claimed_at: null }).where('id', '=', id)).execute()
}

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
  const result = { timing: JSON.stringify(timing), audio: JSON.stringify(audio), audio_ms: timing.durationMs }
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
  return await endClip(db, id, { values: { status: 'FAILED', ...reason, finished_at: now }, toUsage: negate })
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
function chargedUsage(
  clips: readonly { readonly account_id: string; readonly charge: string | null }[],
): readonly UsageRow[] {
  return clips.flatMap(({ account_id, charge }) =>
    charge === null ? [] : [rowOfClip(account_id, JSON.parse(charge), { audioMs: 0, cacheHits: 0 })],
  )
}

/** Returns what a worker needs to render a clip, without claiming it. */
export async function findClipJob(db: Database, id: string): Promise<ClipJob> {
  const row = await db
    .selectFrom('clips')
    .innerJoin('clip_plans', 'clip_plans.clip_id', 'clips.id')
    .select(['clips.format', 'clip_plans.plan'])
    .where('clips.id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, plan: JSON.parse(row.plan), format: JSON.parse(row.format) }
}

/** Replaces what a COMPLETE clip says about its audio, after it was rendered again. */
export async function replaceClipAudio(db: Database, id: string, { timing, audio }: ClipResult): Promise<void> {
  await db
    .updateTable('clips')
    .set({ timing: JSON.stringify(timing), audio: JSON.stringify(audio), audio_ms: timing.durationMs })
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

/** Columns of a clip that waits to be rendered. */
const UNRENDERED = {
  status: 'PROCESSING',
  claimed_at: null,
  finished_at: null,
  timing: null,
  audio: null,
  audio_ms: null,
  segments_done: null,
  interruptions: 0,
} as const

type OwnClip = { readonly id: string; readonly accountId: string }

/** What a clip was charged with; undefined if it is free, or does not exist. */
export async function findClipCharge(db: Database, { id, accountId }: OwnClip): Promise<ClipCharge | undefined> {
  const row = await db
    .selectFrom('clips')
    .select('charge')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.charge == null ? undefined : JSON.parse(row.charge)
}

/**
 * Makes a FAILED clip PROCESSING again, behind the other clips of its account, with another charge, which the caller adds to the
 * usage. Undefined if it is not FAILED.
 */
export async function retryClip(
  db: Database,
  { id, accountId, charge }: OwnClip & { readonly charge: ClipCharge | undefined },
): Promise<AcceptedClip | undefined> {
  const turn = await findNextTurn(db, accountId)
  return await db
    .updateTable('clips')
    .set({
      ...UNRENDERED,
      error_code: null,
      error_message: null,
      turn,
      ...(charge && { charge: JSON.stringify(charge) }),
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '=', 'FAILED')
    .returning(['id', 'turn'])
    .executeTakeFirst()
}

/** Makes a COMPLETE clip PROCESSING again, because its audio is gone; it is free then. Undefined if it is not COMPLETE any more. */
export async function restoreClip(db: Database, id: string): Promise<AcceptedClip | undefined> {
  return await db
    .updateTable('clips')
    .set({ ...UNRENDERED, charge: null })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETE')
    .returning(['id', 'turn'])
    .executeTakeFirst()
}

/**
 * Frees the clips that a process held when it ended, each with one interruption more. One that was in hand alone, because it had
 * been interrupted often, has FAILED.
 * Call it when no worker runs: at the start of the process that owns the data directory. Returns how many wait again.
 */
export async function recoverInterruptedClips(db: Database, now: number): Promise<number> {
  const held = (where: 'waits' | 'fails', on: Database) =>
    on
      .updateTable('clips')
      .where('status', '=', 'PROCESSING')
      .where('claimed_at', 'is not', null)
      .where('interruptions', where === 'waits' ? '<' : '>=', SUSPECT_INTERRUPTIONS)
  const { numUpdatedRows } = await held('waits', db)
    .set((update) => ({ claimed_at: null, interruptions: update('interruptions', '+', 1) }))
    .executeTakeFirst()
  const message = `The service ended ${SUSPECT_INTERRUPTIONS + 1} times while this clip was rendered`
  const failure = { status: 'FAILED', error_code: 'INTERNAL_ERROR', error_message: message, finished_at: now } as const
  await lazyTransaction(db, async (transaction) => {
    const failed = await held('fails', transaction).set(failure).returning(['account_id', 'charge']).execute()
    await addUsage(transaction, chargedUsage(failed).map(negate))
  })
  return Number(numUpdatedRows)
}

/**
 * Makes the PROCESSING clips of a restored database wait again, and with them those COMPLETE ones that have no audio. Returns all
 * of them, for the queue.
 */
export async function freeInterruptedClips(
  db: Database,
  withoutAudio: readonly string[],
): Promise<readonly AcceptedClip[]> {
  for (const id of withoutAudio) await restoreClip(db, id)
  await db.updateTable('clips').set({ claimed_at: null }).where('status', '=', 'PROCESSING').execute()
  return await db.selectFrom('clips').select(['id', 'turn']).where('status', '=', 'PROCESSING').execute()
}
