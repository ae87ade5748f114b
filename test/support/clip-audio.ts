import { buffer } from 'node:stream/consumers'
import { AUDIO_FORMATS } from '../../src/audio/encoding/audio-encoder.ts'
import { clipKeys } from '../../src/delivery/clips/audio-keys.ts'
import type { BlobStore } from '../../src/storage/blob-store.ts'

/** Keys of the stored files that hold audio of a clip. */
export async function findClipAudio(blobs: BlobStore, clipId: string): Promise<readonly string[]> {
  const keys = [...new Set(AUDIO_FORMATS.flatMap((format) => clipKeys(clipId, { format })))]
  const sizes = await Promise.all(keys.map((key) => blobs.size(key)))
  return keys.filter((_, index) => sizes[index] !== undefined)
}

/** Leaves only the first bytes of a stored file. */
export async function truncateBlob(blobs: BlobStore, key: string, bytes: number): Promise<void> {
  await blobs.put(key, bytes === 0 ? [] : [await buffer(blobs.read(key, { start: 0, end: bytes - 1 }))])
}
