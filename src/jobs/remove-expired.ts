import { removeClip } from '../delivery/clips/remove-clip.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { findClipsAcceptedBefore } from '../storage/records/clips.ts'
import { deleteIdempotencyKeysBefore, IDEMPOTENCY_MS } from '../storage/records/idempotency.ts'

const BATCH = 100

type Expiry = { readonly db: Database; readonly blobs: BlobStore; readonly lifetimeMs: number; readonly now: number }

/** Removes the clips that are older than their lifetime with all their audio. Returns how many. Safe to break off and run again. */
export async function removeExpired({ db, blobs, lifetimeMs, now }: Expiry): Promise<number> {
  const time = now - lifetimeMs
  await deleteIdempotencyKeysBefore(db, now - IDEMPOTENCY_MS)
  let removed = 0
  for (;;) {
    const clips = await findClipsAcceptedBefore(db, { time, limit: BATCH })
    for (const clip of clips) await removeClip(clip, { db, blobs })
    removed += clips.length
    if (clips.length < BATCH) return removed
  }
}
