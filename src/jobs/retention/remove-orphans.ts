import { removeClipParts } from '../../delivery/clips/long/clip-parts.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { findCompleteClipsWithParts, findExistingClips } from '../../storage/records/clips.ts'
import { findExistingExports } from '../../storage/records/exports.ts'

/** Where the audio of clips and the files of exports are. Previews belong to neither. */
const PREFIXES = ['clips/', 'masters/', 'parts/', 'exports/'] as const
const OWNER_ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.|$)/
const BATCH = 500
/** Younger blobs may belong to a clip that is being stored, or are needed by a request that began before it was removed. */
const GRACE_MS = 24 * 60 * 60_000

type Stores = { readonly db: Database; readonly blobs: BlobStore; readonly now: number }

/** Removes audio whose clip or export is gone, and what was kept to go on with clips that are COMPLETE. Returns the number of blobs that had no owner. */
export async function removeOrphans({ db, blobs, now }: Stores): Promise<number> {
  for (const id of await findCompleteClipsWithParts(db)) await removeClipParts(id, { db, blobs })
  let removed = 0
  let batch = new Map<string, string>()
  const removeBatch = async (): Promise<void> => {
    const ids = [...new Set(batch.values())]
    const [clips, files] = [await findExistingClips(db, ids), await findExistingExports(db, ids)]
    for (const [key, id] of batch) {
      if (clips.has(id) || files.has(id)) continue
      await blobs.delete(key)
      removed += 1
    }
    batch = new Map()
  }
  for (const prefix of PREFIXES) {
    for await (const { key, modifiedAt } of blobs.list(prefix)) {
      const id = OWNER_ID.exec(key)?.[1]
      if (id === undefined || modifiedAt > now - GRACE_MS) continue
      batch.set(key, id)
      if (batch.size >= BATCH) await removeBatch()
    }
  }
  await removeBatch()
  return removed
}
