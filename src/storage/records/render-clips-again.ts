import type { Database } from '../database.ts'
import { type AcceptedClip, findNextTurn } from './accept-clips.ts'
import type { ClipCharge } from './usage.ts'

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
