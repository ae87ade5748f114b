import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { endWithoutFile } from '../../storage/records/export-jobs.ts'
import { deleteExport } from '../../storage/records/exports.ts'
import { removeWaitingParagraphs } from '../../storage/records/paragraph-clips.ts'
import { exportKey } from './assemble-export.ts'

type Stores = { readonly db: Database; readonly blobs: BlobStore }

/**
 * Ends a PROCESSING export as CANCELED. Paragraphs that no worker has begun are removed and not charged; those under way are finished and kept.
 * False if it has ended already.
 */
export async function cancelExport(db: Database, id: string, now: number): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const refunded = await removeWaitingParagraphs(transaction, id)
    const canceled = { status: 'CANCELED', code: null, message: null, refunded, now } as const
    return await endWithoutFile(transaction, id, canceled)
  })
}

/** Removes an export that has ended, with its file. Its paragraphs are kept. `note` runs in the transaction that removes it. */
export async function removeExport(
  id: string,
  { db, blobs }: Stores,
  note: (transaction: Database) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await deleteExport(transaction, id)
    await note(transaction)
  })
  await blobs.delete(exportKey(id))
}
