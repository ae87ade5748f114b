import type { Clip } from '../../storage/records/clips.ts'
import { toClipBody } from '../schemas/clip.ts'
import type { Services } from '../services.ts'

/** Returns a clip as the API shows it. */
export async function describeClip(clip: Clip, { links, limits }: Pick<Services, 'links' | 'limits'>) {
  const { id, format, createdAt, status } = clip
  const expiresAt = createdAt + limits.clipLifetimeMs
  const url = await links.clipUrl({ id, format, expiresAt, isStored: status === 'COMPLETE' })
  return toClipBody(clip, url)
}
