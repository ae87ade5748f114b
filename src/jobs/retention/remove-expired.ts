import { removeClip } from '../../delivery/clips/remove-clip.ts'
import { removeExport } from '../../delivery/exports/remove-export.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { findPlansInUse } from '../../storage/records/accounts.ts'
import { findExpiredClips } from '../../storage/records/clips.ts'
import { deleteCombinedAudioBefore } from '../../storage/records/combined-audio.ts'
import { deleteEventsBefore } from '../../storage/records/events.ts'
import { findExpiredExports } from '../../storage/records/exports.ts'
import { deleteIdempotencyKeysBefore, IDEMPOTENCY_MS } from '../../storage/records/idempotency.ts'
import { findFailedParagraphs, findIdleParagraphs, type IdleParagraph } from '../../storage/records/paragraph-clips.ts'
import { deleteTrashedBefore } from '../../storage/records/projects.ts'
import { deleteDeliveriesBefore } from '../../storage/records/webhook-deliveries.ts'

const BATCH = 100
const DAY_MS = 24 * 60 * 60_000
/** How long a reader of events can go on after the last one that it has. */
const EVENTS_MS = DAY_MS
/** How long the log of webhooks is kept. */
const DELIVERIES_MS = 7 * DAY_MS
/** How long projects stay in the trash. */
const TRASH_MS = 30 * DAY_MS
/** How long the speech of a paragraph is kept after the last export that used it. */
const PARAGRAPHS_MS = 90 * DAY_MS

type Expiry = {
  readonly db: Database
  readonly blobs: BlobStore
  /** How long clips of accounts with this plan are kept after they have ended. */
  readonly lifetimeMsOf: (plan: string) => Promise<number>
  readonly now: number
}

/**
 * Removes the clips and exports that ended longer ago than their lifetime, with their audio, plan and text, the speech that no export has used
 * for long, what has been in the trash for long, and old records besides. Returns the number of clips. Safe to break off and run again.
 */
export async function removeExpired({ db, blobs, lifetimeMsOf, now }: Expiry): Promise<number> {
  await deleteIdempotencyKeysBefore(db, now - IDEMPOTENCY_MS)
  await deleteEventsBefore(db, now - EVENTS_MS)
  await deleteDeliveriesBefore(db, now - DELIVERIES_MS)
  await deleteCombinedAudioBefore(db, new Date(now - DAY_MS).toISOString().slice(0, 10))
  await deleteTrashedBefore(db, now - TRASH_MS)
  let removed = 0
  for (const plan of await findPlansInUse(db)) {
    const finishedBefore = now - (await lifetimeMsOf(plan))
    for (;;) {
      const clips = await findExpiredClips(db, { plan, finishedBefore, limit: BATCH })
      for (const clip of clips) await removeClip(clip, { db, blobs })
      removed += clips.length
      if (clips.length < BATCH) break
    }
    for (;;) {
      const ids = await findExpiredExports(db, { plan, finishedBefore, limit: BATCH })
      for (const id of ids) await removeExport(id, { db, blobs })
      if (ids.length < BATCH) break
    }
  }
  const usedBefore = now - PARAGRAPHS_MS
  await removeAll(() => findIdleParagraphs(db, { usedBefore, limit: BATCH }), { db, blobs })
  await removeAll(() => findFailedParagraphs(db, BATCH), { db, blobs })
  return removed
}

async function removeAll(
  find: () => Promise<readonly IdleParagraph[]>,
  stores: Pick<Expiry, 'db' | 'blobs'>,
): Promise<void> {
  for (;;) {
    const found = await find()
    for (const paragraph of found) await removeClip(paragraph, stores)
    if (found.length < BATCH) return
  }
}
