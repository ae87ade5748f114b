import type { BlobStore } from '../storage/blob-store.ts'
import type { ClipJob } from '../storage/clips.ts'
import { clipFileKey, clipMasterKey } from './audio-keys.ts'
import { encodeWhole } from './encode-whole.ts'
import { renderFile } from './render-file.ts'
import type { RenderingResources } from './resources.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/** Renders a clip and stores its file and its lossless master. Doing it twice stores the same again. */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<void> {
  const { parts, speech } = await renderFile(clip.plan, resources, {
    output: clip.format,
    signal,
    urgency: 'background',
  })
  const master = await encodeWhole(speech, { format: 'wav', sampleRate: speech.sampleRate }, resources.encoders)
  await blobs.put(clipMasterKey(clip.id), master)
  await blobs.put(clipFileKey(clip.id, clip.format), parts)
}
