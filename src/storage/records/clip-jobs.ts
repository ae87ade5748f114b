import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { StoredPlan } from '../../synthesis/stored-plan.ts'
import type { Database } from '../database.ts'
import { commitLazily, lazyTransaction } from '../embedded/commit-lazily.ts'
import type { AcceptedClip } from './accept-clips.ts'
import type { CombinationPlan } from './combination-plan.ts'
import { chargedUsage } from './end-clips.ts'
import { restoreClip } from './render-clips-again.ts'
import { addUsage, negate } from './usage.ts'

/** A clip as a worker gets it. An earlier version may have stored its plan. */
export type ClipJob = {
  readonly id: string
  readonly plan: StoredPlan | CombinationPlan
  readonly format: OutputFormat
  /** Of the request that it came with; null if that was not traced. */
  readonly traceparent?: string | null
  /** Epoch milliseconds. */
  readonly createdAt?: number
}

/** A clip that was being rendered during this many crashes may be their cause. From then on it is rendered alone. */
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
        'traceparent',
        'created_at',
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
  const { id, interruptions, traceparent, created_at: createdAt } = row
  return { id, plan: JSON.parse(row.plan), format: JSON.parse(row.format), interruptions, traceparent, createdAt }
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
    .returning(['format', 'interruptions', 'traceparent', 'created_at'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { plan } = await db.selectFrom('clip_plans').select('plan').where('clip_id', '=', id).executeTakeFirstOrThrow()
  const { traceparent, created_at: createdAt } = row
  const known = { id, plan: JSON.parse(plan), format: JSON.parse(row.format), traceparent, createdAt }
  return { ...known, deaths: row.interruptions - 1 }
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

/**
 * Frees the clips that a process was rendering when it ended, and counts an interruption for each. A clip that was rendered alone,
 * because it had been interrupted often, becomes FAILED.
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
