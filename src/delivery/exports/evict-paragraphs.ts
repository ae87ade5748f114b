import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { findIdleParagraphs } from '../../storage/records/paragraph-clips.ts'
import { removeClip } from '../clips/remove-clip.ts'

const BATCH = 50

type Stores = { readonly db: Database; readonly blobs: BlobStore }

/**
 * Removes paragraphs of an account that no unfinished export needs, the least recently exported first, until as many bytes are free. Returns
 * the bytes that became free.
 */
export async function evictParagraphs(
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
  { db, blobs }: Stores,
): Promise<number> {
  let freed = 0
  while (freed < bytes) {
    const idle = await findIdleParagraphs(db, { accountId, limit: BATCH })
    if (idle.length === 0) break
    for (const paragraph of idle) {
      if (freed >= bytes) break
      await removeClip(paragraph, { db, blobs })
      freed += paragraph.bytes
    }
  }
  return freed
}
