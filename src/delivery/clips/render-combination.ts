import { ServiceError } from '../../errors.ts'
import { findClipJob } from '../../storage/records/clip-jobs.ts'
import { type Clip, findClips, findClipTiming, type StoredAudio } from '../../storage/records/clips.ts'
import type { CombinationPlan } from '../../storage/records/combination-plan.ts'
import { replaceClipAudio } from '../../storage/records/end-clips.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'
import { clipFile, clipMasterKey, MASTER_FORMAT, type OutputFormat } from './audio-keys.ts'
import { type Combination, combineClips, DamagedMaster, placeClips } from './combine-clips.ts'
import { findDamagedClips } from './find-damaged-clips.ts'
import { joinTimings } from './join-timings.ts'
import { type ClipStores, type RenderClipOptions, type RenderedClip, renderClip, storeClip } from './render-clip.ts'

type CombinationJob = { readonly id: string; readonly plan: CombinationPlan; readonly format: OutputFormat }

/**
 * Renders a combination to its files, which are stored when this resolves. Throws NOT_FOUND or CONFLICT if a clip of it is gone
 * or has failed since it was accepted.
 */
export async function renderCombination(
  { id, plan, format }: CombinationJob,
  stores: ClipStores,
  options: RenderClipOptions,
): Promise<RenderedClip> {
  const { blobs, resources } = stores
  const clips = await findSources(plan, stores)
  for (const damaged of await findDamagedClips(clips, blobs)) await repairClip(damaged, stores, options)
  const combine = (output: OutputFormat) => {
    const { pausesSeconds, hasChapters } = plan
    const title = output.tags?.title
    const combination: Combination = { clips, pausesSeconds, output, title, hasChapters }
    return combineClips(combination, { blobs, resources, signal: options.signal })
  }
  const formats = new Map([
    [clipFile(id, format).key, format],
    [clipMasterKey(id), MASTER_FORMAT],
  ])
  const audio: StoredAudio[] = []
  for (const [key, output] of formats) {
    audio.push({ key, ...(await repairing(() => blobs.putStream(key, combine(output)), stores, options)) })
    options.onSegment?.(Math.floor((clips.length * audio.length) / formats.size))
  }
  return { files: new Map(), timing: await timeCombination(clips, plan, stores), audio, release: () => {} }
}

/** Runs `action` again after each damaged clip that it meets, which is rendered again first. */
async function repairing<Value>(
  action: () => Promise<Value>,
  stores: ClipStores,
  options: RenderClipOptions,
): Promise<Value> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof DamagedMaster)) throw error
      await repairClip({ id: error.clipId }, stores, options)
    }
  }
}

async function findSources({ accountId, clipIds }: CombinationPlan, { db }: ClipStores): Promise<readonly Clip[]> {
  const clips = await findClips(db, { accountId, ids: clipIds })
  const failed = clips.find(({ status }) => status === 'FAILED')
  if (failed !== undefined) throw new ServiceError('CONFLICT', `Cannot combine clips: ${failed.id} has failed since`)
  const waiting = clips.find(({ status }) => status === 'PROCESSING')
  if (waiting !== undefined) throw new Error(`Cannot combine clips: ${waiting.id} is being rendered again`)
  return clips
}

/** Renders a COMPLETE clip again, because its audio is damaged. */
async function repairClip({ id }: Pick<Clip, 'id'>, stores: ClipStores, { signal }: RenderClipOptions): Promise<void> {
  const rendered = await renderClip(await findClipJob(stores.db, id), stores, { signal })
  await storeClip(rendered, stores.blobs)
  await replaceClipAudio(stores.db, id, rendered)
}

async function timeCombination(
  clips: readonly Clip[],
  { pausesSeconds }: CombinationPlan,
  { db, blobs }: ClipStores,
): Promise<SpeechTiming> {
  const { places, sampleRate } = await placeClips(clips, { pausesSeconds, blobs })
  const timings = await Promise.all(clips.map(({ id }) => findClipTiming(db, id)))
  return joinTimings(
    timings.map((timing, i) => ({ timing, startSeconds: places[i]!.start / sampleRate })),
    { durationSeconds: (places.at(-1)?.end ?? 0) / sampleRate },
  )
}
