import { removeClip } from '../delivery/clips/remove-clip.ts'
import { evictParagraphs } from '../delivery/exports/evict-paragraphs.ts'
import { cancelExport, removeExport } from '../delivery/exports/remove-export.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { deleteAccountRecords, findDeletedAccountsWithContents } from '../storage/records/account-contents.ts'
import { listClips } from '../storage/records/clips.ts'
import { listExports } from '../storage/records/exports.ts'

const BATCH = 100

type Stores = { readonly db: Database; readonly blobs: BlobStore }

/** Removes the contents of accounts that were deleted. Safe to break off and run again. */
export async function removeDeletedAccounts(stores: Stores): Promise<void> {
  for (const id of await findDeletedAccountsWithContents(stores.db)) await removeAccountContents(id, stores)
}

/** Removes the clips and exports with their audio, the libraries and everything else that an account owned, but its usage. */
export async function removeAccountContents(accountId: string, { db, blobs }: Stores): Promise<void> {
  for (;;) {
    const clips = await listClips(db, { accountId, limit: BATCH })
    for (const clip of clips) await removeClip(clip, { db, blobs })
    if (clips.length < BATCH) break
  }
  for (;;) {
    const exports = await listExports(db, { accountId, limit: BATCH })
    for (const { id } of exports) {
      await cancelExport(db, id, 0)
      await removeExport(id, { db, blobs })
    }
    if (exports.length < BATCH) break
  }
  await evictParagraphs({ accountId, bytes: Number.POSITIVE_INFINITY }, { db, blobs })
  await deleteAccountRecords(db, accountId)
}
