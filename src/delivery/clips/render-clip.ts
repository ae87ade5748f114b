import { crc32 } from 'node:zlib'
import type { RenderOptions } from '../../speaking/render-speech.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import type { ClipJob } from '../../storage/records/clip-jobs.ts'
import type { StoredAudio } from '../../storage/records/clips.ts'
import { isCombination } from '../../storage/records/combination-plan.ts'
import { upgradePlan } from '../../synthesis/stored-plan.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { trace } from '../../tracing.ts'
import { renderFiles } from '../files/render-files.ts'
import type { RenderingResources } from '../resources.ts'
import { tallySpeech } from '../tally-speech.ts'
import { timeSpeech } from '../timing/time-speech.ts'
import { clipFile, clipMasterKey, MASTER_FORMAT } from './audio-keys.ts'
import { isLongClip, renderLongClip } from './long/render-long-clip.ts'
import { renderCombination } from './render-combination.ts'

/** What rendering a clip needs besides its plan. */
export type ClipStores = { readonly db: Database; readonly blobs: BlobStore; readonly resources: RenderingResources }

export type RenderClipOptions = Pick<RenderOptions, 'signal' | 'onSegment'>

/** What rendering a clip produces. */
export type RenderedClip = {
  /**
   * Those in memory, by blob key: the lossless master, and the file that the caller asked for if the master does not hold it.
   * None if they were stored while they were rendered.
   */
  readonly files: ReadonlyMap<string, readonly Uint8Array[]>
  readonly timing: SpeechTiming
  readonly audio: readonly StoredAudio[]
  /** Segments that came from the cache. */
  readonly cacheHits?: number
  /** Frees the memory of the files. */
  release(): void
  /** Removes what rendering kept for another attempt. Call it when the clip has ended. */
  cleanUp?(): Promise<void>
}

/** Renders a clip to its files. Two renderings give the same bytes. */
export async function renderClip(clip: ClipJob, stores: ClipStores, options: RenderClipOptions): Promise<RenderedClip> {
  const { plan } = clip
  if (isCombination(plan)) return await renderCombination({ ...clip, plan }, stores, options)
  const speech = { ...clip, plan: upgradePlan(plan) }
  return isLongClip(speech)
    ? await renderLongClip(speech, stores, options)
    : await renderSpeechClip(speech, stores, options)
}

async function renderSpeechClip(
  { plan, ...clip }: Omit<ClipJob, 'plan'> & { readonly plan: SynthesisPlan },
  { resources }: ClipStores,
  options: RenderClipOptions,
): Promise<RenderedClip> {
  // By key: the master is the last, because it may hold the file too.
  const formats = new Map([
    [clipFile(clip.id, clip.format).key, clip.format],
    [clipMasterKey(clip.id), MASTER_FORMAT],
  ])
  const outputs = [...formats.values()]
  const tally = tallySpeech(resources)
  const rendered = await renderFiles(plan, tally.resources, { ...options, outputs, urgency: 'background' })
  const files = new Map([...formats.keys()].map((key, i) => [key, rendered.files[i]!]))
  const timing = timeSpeech(plan, rendered, resources)
  const audio = [...files].map(([key, parts]) => describeFile(key, parts))
  const { cacheHits } = tally.read()
  return { files, timing, audio, cacheHits, release: () => freeMemory(rendered.files.flat()) }
}

/** Stores the files of a clip. Storing them again replaces them. */
export async function storeClip({ files, audio }: RenderedClip, blobs: BlobStore): Promise<void> {
  await trace('store audio', () => Promise.all([...files].map(([key, parts]) => blobs.put(key, parts))), {
    attributes: { 'declaim.files': files.size, 'declaim.bytes': audio.reduce((sum, { bytes }) => sum + bytes, 0) },
  })
}

function describeFile(key: string, parts: readonly Uint8Array[]): StoredAudio {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return { key, bytes, crc32: parts.reduce((checksum, part) => crc32(part, checksum), 0) }
}

/** Frees the buffers that the encoder thread handed over. The garbage collector would run after every few clips because of them. */
function freeMemory(parts: readonly Uint8Array[]): void {
  for (const { buffer } of parts) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
