import type { Logger } from 'pino'
import { removeClipAudio } from '../delivery/clips/remove-clip.ts'
import { type RenderedClip, renderClip, storeClip } from '../delivery/clips/render-clip.ts'
import type { RenderingResources } from '../delivery/resources.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { type ClipJob, claimNextClip, completeClip, failClip, releaseClip } from '../storage/records/clips.ts'
import { isStorageOutage } from '../storage/storage-outage.ts'
import type { StorageRetry } from './storage-retry.ts'
import type { WakeUp } from './wake-up.ts'

/** `removed`: its caller or its lifetime removed it while it was rendered. */
export type ClipOutcome = 'complete' | 'failed' | 'removed'

export type ClipWorker = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly resources: RenderingResources
  readonly retry: StorageRetry
  readonly wakeUp: WakeUp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called for each clip that has ended. */
  readonly onEnded: (outcome: ClipOutcome) => void
}

/** Renders waiting clips one after another until `signal` aborts; the clip in hand is then given back. */
export async function runClipJobs(worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { db, retry, wakeUp, clock, log } = worker
  while (!signal.aborted) {
    let clip: ClipJob | undefined
    try {
      const seen = wakeUp.count()
      clip = await retry.run(() => claimNextClip(db, clock()), signal)
      if (clip === undefined) await wakeUp.after(seen, signal)
      else await runClipJob(clip, worker, signal)
    } catch (error) {
      // Only because the worker is told to stop. The next start frees a clip that cannot be given back now.
      if (!signal.aborted) log.error({ err: error, clipId: clip?.id }, 'Clip worker failed')
      if (clip === undefined) continue
      const { id } = clip
      await releaseClip(db, id).catch((failure: unknown) =>
        log.warn({ err: failure, clipId: id }, 'Clip stays claimed'),
      )
    }
  }
}

/** Ends a clip as COMPLETE or FAILED, unless it was removed meanwhile. Rejects if `signal` aborts; the clip is then not ended. */
async function runClipJob(clip: ClipJob, worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { db, blobs, retry, clock, log, onEnded } = worker
  const rendered = await tryToRender(clip, worker, signal)
  if (rendered === undefined) {
    const message = 'Something went wrong on our side while the clip was rendered'
    await retry.run(() => failClip(db, clip.id, { error: { code: 'INTERNAL_ERROR', message }, now: clock() }), signal)
    onEnded('failed')
    return
  }
  await retry.run(() => storeClip(rendered, blobs), signal)
  rendered.release()
  const { timing, audio } = rendered
  const isWanted = await retry.run(() => completeClip(db, clip.id, { timing, audio, now: clock() }), signal)
  if (!isWanted) await retry.run(() => removeClipAudio(clip, blobs), signal)
  onEnded(isWanted ? 'complete' : 'removed')
  log.info({ clipId: clip.id }, isWanted ? 'Clip complete' : 'Clip was removed while it was rendered')
}

/** The rendered clip; undefined if it cannot be rendered. An outage of the storage is waited for. */
async function tryToRender(
  clip: ClipJob,
  { resources, retry, log }: ClipWorker,
  signal: AbortSignal,
): Promise<RenderedClip | undefined> {
  return await retry.run(async () => {
    try {
      return await renderClip(clip, resources, signal)
    } catch (error) {
      if (signal.aborted || isStorageOutage(error)) throw error
      log.error({ err: error, clipId: clip.id }, 'Clip failed')
      return undefined
    }
  }, signal)
}
