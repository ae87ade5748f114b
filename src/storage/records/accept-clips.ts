import { randomUUID } from 'node:crypto'
import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { Database } from '../database.ts'

export type NewClip = { readonly plan: SynthesisPlan; readonly format: OutputFormat }

/** A clip that was just stored. */
export type AcceptedClip = { readonly id: string; readonly turn: number }

/**
 * Accepts clips in order. Run it in a transaction: they are accepted all or none. Their turns count up from the last waiting
 * clip of the account, or from the first of all if that is later (start-time fair queueing): a backlog delays only its own account.
 */
export async function insertClips(
  db: Database,
  { accountId, clips, now }: { readonly accountId: string; readonly clips: readonly NewClip[]; readonly now: number },
): Promise<readonly AcceptedClip[]> {
  const turn = await findNextTurn(db, accountId)
  const accepted = clips.map((clip, index) => ({ ...clip, id: randomUUID(), turn: turn + index }))
  const row = { account_id: accountId, status: 'PROCESSING', created_at: now, interruptions: 0 } as const
  await db
    .insertInto('clips')
    .values(accepted.map(({ id, format, turn }) => ({ ...row, id, turn, format: JSON.stringify(format) })))
    .execute()
  await db
    .insertInto('clip_plans')
    .values(accepted.map(({ id, plan }) => ({ clip_id: id, plan: JSON.stringify(plan) })))
    .execute()
  return accepted.map(({ id, turn }) => ({ id, turn }))
}

async function findNextTurn(db: Database, accountId: string): Promise<number> {
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
