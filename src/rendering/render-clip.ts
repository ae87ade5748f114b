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
  freeMemory(rendered.files.flat())
}

/**
 * Gives memory back that the encoder's thread handed over and nobody reads any more. The collector would count it until it
 * next comes, and would come for it after every few clips.
 */
function freeMemory(parts: readonly Uint8Array[]): void {
  for (const { buffer } of parts) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
