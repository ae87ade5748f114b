import type { BlobStore } from '../../storage/blob-store.ts'
import type { Clip } from '../../storage/records/clips.ts'
import { clipMasterKey } from './audio-keys.ts'

type CompleteClip = Pick<Clip, 'id' | 'audio'>

/** The COMPLETE clips among these whose lossless master is missing, or has another size than it was stored with. */
export async function findDamagedClips<One extends CompleteClip>(
  clips: readonly One[],
  blobs: BlobStore,
): Promise<readonly One[]> {
  const isWhole = await Promise.all(clips.map((clip) => hasMaster(clip, blobs)))
  return clips.filter((_, index) => !isWhole[index])
}

async function hasMaster({ id, audio }: CompleteClip, blobs: BlobStore): Promise<boolean> {
  const key = clipMasterKey(id)
  const size = await blobs.size(key)
  const stored = audio?.find((file) => file.key === key)
  return size !== undefined && size === (stored?.bytes ?? size)
}
