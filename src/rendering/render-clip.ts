import type { BlobStore } from '../storage/blob-store.ts'
import type { ClipJob } from '../storage/clips.ts'
import { clipFileKey, clipMasterKey } from './audio-keys.ts'
import { renderFiles } from './render-files.ts'
import type { RenderingResources } from './resources.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/** Renders a clip and stores its file and its lossless master. Doing it twice stores the same again. */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<void> {
  const { files } = await renderFiles(clip.plan, resources, {
    outputs: [clip.format, { format: 'wav' }],
    signal,
    urgency: 'background',
  })
  const [file, master] = files
  await Promise.all([blobs.put(clipMasterKey(clip.id), master!), blobs.put(clipFileKey(clip.id, clip.format), file!)])
}
