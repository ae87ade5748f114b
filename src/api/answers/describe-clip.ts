import type { Clip } from '../../storage/records/clips.ts'
import { toClipBody } from '../schemas/clip.ts'
import type { Services } from '../services.ts'

/** Returns a clip as the API shows it. */
export function describeClip(clip: Clip, { links, limits }: Pick<Services, 'links' | 'limits'>) {
  const { id, format, createdAt } = clip
  const url = links.clipUrl({ id, format: format.format, expiresAt: createdAt + limits.clipLifetimeMs })
  return toClipBody(clip, url)
}
