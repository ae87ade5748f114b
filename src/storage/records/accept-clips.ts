import { randomUUID } from 'node:crypto'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { Database } from '../database.ts'
import { addStoredBytes } from './account-storage.ts'
import { type CombinationPlan, isCombination } from './combination-plan.ts'
import type { ClipCharge } from './usage.ts'

/** What the creator of a clip says about it. The service only keeps it. */
export type ClipDetails = {
  readonly label?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export type NewClip = ClipDetails & {
  readonly plan: SynthesisPlan | CombinationPlan
  readonly format: OutputFormat
  readonly charge?: ClipCharge | undefined
  /** UTF-16 units of the text. */
  readonly characters?: number
  /** What of the text is clamped, dropped or skipped. */
  readonly warnings?: readonly string[]
  /** Of the audio that is expected. */
  readonly audioBytes?: number
}

/** A clip that was just stored. */
export type AcceptedClip = { readonly id: string; readonly turn: number }

type NewClips = {
  readonly accountId: string
  readonly clips: readonly NewClip[]
  /** Whether one bulk request created them. */
  readonly isBulk?: boolean
  readonly now: number
}

/**
 * Accepts clips in order. Run it in a transaction: they are accepted all or none. Their turns count up from the last waiting
 * clip of the account, or from the first of all if that is later (start-time fair queueing): a backlog delays only its own account.
 */
export async function insertClips(
  db: Database,
  { accountId, clips, isBulk = false, now }: NewClips,
): Promise<readonly AcceptedClip[]> {
  const turn = await findNextTurn(db, accountId)
  const accepted = clips.map((clip, index) => ({ ...clip, id: randomUUID(), turn: turn + index }))
  const row = { account_id: accountId, status: 'PROCESSING', created_at: now, interruptions: 0 } as const
  const bulkId = isBulk ? randomUUID() : null
  const plans = clips.map(({ plan }) => JSON.stringify(plan))
  const bytes = clips.map(({ audioBytes = 0 }, index) => audioBytes + Buffer.byteLength(plans[index]!))
  await db
    .insertInto('clips')
    .values(
      accepted.map((clip, index) => {
        const { id, turn } = clip
        return { ...row, ...toRow(clip), id, turn, bulk_id: bulkId, bytes: bytes[index]! }
      }),
    )
    .execute()
  await db
    .insertInto('clip_plans')
    .values(accepted.map(({ id }, index) => ({ clip_id: id, plan: plans[index]! })))
    .execute()
  await addStoredBytes(db, { accountId, bytes: bytes.reduce((sum, one) => sum + one, 0) })
  return accepted.map(({ id, turn }) => ({ id, turn }))
}

function toRow({ format, plan, label, metadata, characters, warnings = [], charge }: NewClip) {
  return {
    format: JSON.stringify(format),
    label: label ?? null,
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    characters: characters ?? null,
    warnings: warnings.length === 0 ? null : JSON.stringify(warnings),
    charge: charge === undefined ? null : JSON.stringify(charge),
    ...(isCombination(plan)
      ? ({ kind: 'combination', segments: plan.clipIds.length } as const)
      : ({ kind: 'speech', segments: plan.segments.length } as const)),
  }
}

/** Returns the turn of an account's next clip. */
export async function findNextTurn(db: Database, accountId: string): Promise<number> {
  const waiting = db.selectFrom('clips').where('status', '=', 'PROCESSING')
  const { last } = await waiting
    .select(({ fn }) => fn.max<number | null>('turn').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { first } = await waiting
    .select(({ fn }) => fn.min<number | null>('turn').as('first'))
    .executeTakeFirstOrThrow()
  return Math.max((last ?? -1) + 1, first ?? 0)
}
