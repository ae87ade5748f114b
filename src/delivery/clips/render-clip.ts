import type { BlobStore } from '../../storage/blob-store.ts'
import type { ClipJob } from '../../storage/records/clips.ts'
import { upgradePlan } from '../../synthesis/stored-plan.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { renderFiles } from '../files/render-files.ts'
import type { RenderingResources } from '../resources.ts'
import { timeSpeech } from '../timing/time-speech.ts'
import { clipFile, clipMasterKey, MASTER_FORMAT } from './audio-keys.ts'

type ClipRendering = { readonly blobs: BlobStore; readonly resources: RenderingResources }

/**
 * Renders a clip and stores its lossless master, and its file where that is not a part of the master; returns its word times.
 * Doing it twice stores the same again.
 */
export async function storeClip(
  clip: ClipJob,
  { blobs, resources }: ClipRendering,
  signal: AbortSignal,
): Promise<SpeechTiming> {
  // By key: the master stands last, as it may hold the file too.
  const formats = new Map([
    [clipFile(clip.id, clip.format).key, clip.format],
    [clipMasterKey(clip.id), MASTER_FORMAT],
  ])
  const outputs = [...formats.values()]
  const plan = upgradePlan(clip.plan)
  const rendered = await renderFiles(plan, resources, { outputs, signal, urgency: 'background' })
  await Promise.all([...formats.keys()].map((key, i) => blobs.put(key, rendered.files[i]!)))
  freeMemory(rendered.files.flat())
  return timeSpeech(plan, rendered, resources)
}

/**
 * Gives memory back that the encoder's thread handed over and nobody reads any more. The collector would count it until it
 * next comes, and would come for it after every few clips.
 */
function freeMemory(parts: readonly Uint8Array[]): void {
  for (const { buffer } of parts) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
