import type { BlobStore } from '../storage/blob-store.ts'
import type { ClipJob } from '../storage/clips.ts'
import type { SpeechTiming } from '../timing/speech-timing.ts'
import { clipFileKey, clipMasterKey } from './audio-keys.ts'
import { renderFiles } from './render-files.ts'
import type { RenderingResources } from './resources.ts'
import { timeSpeech } from './time-speech.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/** Renders a clip and stores its file and its lossless master; returns its word times. Doing it twice stores the same again. */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<SpeechTiming> {
  const rendered = await renderFiles(clip.plan, resources, {
    outputs: [clip.format, { format: 'wav' }],
    signal,
    urgency: 'background',
  })
  const [file, master] = rendered.files
  await Promise.all([blobs.put(clipMasterKey(clip.id), master!), blobs.put(clipFileKey(clip.id, clip.format), file!)])
  freeMemory(rendered.files.flat())
  return timeSpeech(clip.plan, rendered, resources)
}

/**
 * Gives memory back that the encoder's thread handed over and nobody reads any more. The collector would count it until it
 * next comes, and would come for it after every few clips.
 */
function freeMemory(parts: readonly Uint8Array[]): void {
  for (const { buffer } of parts) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
