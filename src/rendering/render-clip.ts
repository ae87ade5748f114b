import type { BlobStore } from '../storage/blob-store.ts'
import type { ClipJob } from '../storage/clips.ts'
import { clipFileKey, clipMasterKey, clipTimingKey } from './audio-keys.ts'
import { encodeWhole } from './encode-whole.ts'
import { renderFile } from './render-file.ts'
import type { RenderingResources } from './resources.ts'
import { timeSpeech } from './time-speech.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/** Renders a clip and stores its file, its lossless master and its word times. Doing it twice stores the same again. */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<void> {
  const file = await renderFile(clip.plan, resources, {
    output: clip.format,
    signal,
    urgency: 'background',
  })
  const { parts, speech } = file
  const master = await encodeWhole(speech, { format: 'wav', sampleRate: speech.sampleRate }, resources.encoders)
  await blobs.put(clipMasterKey(clip.id), master)
  const timing = timeSpeech(clip.plan, file, resources)
  await blobs.put(clipTimingKey(clip.id), [Buffer.from(JSON.stringify(timing))])
  await blobs.put(clipFileKey(clip.id, clip.format), parts)
}
