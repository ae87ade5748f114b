import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { type Clip, deleteClip, markRemoved } from '../../storage/records/clips.ts'
import { clipKeys } from './audio-keys.ts'
import { removeClipParts } from './long/clip-parts.ts'

type ClipStores = { readonly db: Database; readonly blobs: BlobStore }
type ClipFiles = Pick<Clip, 'id' | 'format'>

/**
 * Removes a clip with its audio, whatever its state. It may be interrupted and run again. A worker that is rendering the clip finds
 * it gone at the end, and removes the audio itself. `note` runs in the transaction that removes it.
 */
export async function removeClip(
  clip: ClipFiles,
  { db, blobs }: ClipStores,
  note: (transaction: Database) => Promise<void> = async () => {},
): Promise<void> {
  await markRemoved(db, clip.id)
  await removeClipAudio(clip, blobs)
  await removeClipParts(clip.id, { db, blobs })
  await db.transaction().execute(async (transaction) => {
    await deleteClip(transaction, clip.id)
    await note(transaction)
  })
  // What a worker stored between the two.
  await removeClipAudio(clip, blobs)
}

/** Removes the files of a clip, if there are any. */
export async function removeClipAudio({ id, format }: ClipFiles, blobs: BlobStore): Promise<void> {
  for (const key of clipKeys(id, format)) await blobs.delete(key)
}
