import type { BlobStore } from '../storage/blob-store.ts'
import type { ClipJob } from '../storage/clips.ts'
import { clipFileKey, clipMasterKey, clipTimingKey } from './audio-keys.ts'
import { renderFiles } from './render-files.ts'
import type { RenderingResources } from './resources.ts'
import { timeSpeech } from './time-speech.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/** Renders a clip and stores its file, its lossless master and its word times. Doing it twice stores the same again. */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<void> {
  const rendered = await renderFiles(clip.plan, resources, {
    outputs: [clip.format, { format: 'wav' }],
    signal,
    urgency: 'background',
  })
  const [file, master] = rendered.files
  const timing = Buffer.from(JSON.stringify(timeSpeech(clip.plan, rendered, resources)))
  await Promise.all([
    blobs.put(clipMasterKey(clip.id), master!),
    blobs.put(clipTimingKey(clip.id), [timing]),
    blobs.put(clipFileKey(clip.id, clip.format), file!),
  ])
}
