import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { removeClipAudio } from '../delivery/clips/remove-clip.ts'
import { storeClip } from '../delivery/clips/render-clip.ts'
import type { RenderingResources } from '../delivery/resources.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { type ClipJob, claimNextClip, completeClip, failClip, releaseClip } from '../storage/records/clips.ts'
import type { WakeUp } from './wake-up.ts'

/** `removed`: its caller or its lifetime took it away while it was rendered. */
export type ClipOutcome = 'complete' | 'failed' | 'removed'

export type ClipWorker = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly resources: RenderingResources
  readonly wakeUp: WakeUp
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Told of each clip that is over. */
  readonly onEnded: (outcome: ClipOutcome) => void
}

/** How long after trouble with the storage a worker tries again. */
const STORAGE_RETRY_MS = 1000

/** Renders waiting clips one after another until `signal` aborts; the clip in hand is then given back. */
export async function runClipJobs(worker: ClipWorker, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const seen = worker.wakeUp.count()
    try {
      const clip = await claimNextClip(worker.db, worker.clock())
      if (clip === undefined) await worker.wakeUp.after(seen, signal)
      else await runClipJob(clip, worker, signal)
    } catch (error) {
      worker.log.error({ err: error }, 'Clip worker cannot reach its storage')
      await sleep(STORAGE_RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** A clip ends as COMPLETE or FAILED, or waits again because this worker is told to stop, or was removed meanwhile. */
async function runClipJob(clip: ClipJob, worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { db, clock, log, onEnded } = worker
  let timing: Awaited<ReturnType<typeof storeClip>>
  try {
    timing = await storeClip(clip, worker, signal)
  } catch (error) {
    if (signal.aborted) return await releaseClip(db, clip.id)
    log.error({ err: error, clipId: clip.id }, 'Clip failed')
    const message = 'Something went wrong on our side while the clip was rendered'
    await failClip(db, clip.id, { error: { code: 'INTERNAL_ERROR', message }, now: clock() })
    onEnded('failed')
    return
  }
  const isWanted = await completeClip(db, clip.id, { timing, now: clock() })
  if (!isWanted) await removeClipAudio(clip, worker.blobs)
  onEnded(isWanted ? 'complete' : 'removed')
  log.info({ clipId: clip.id }, isWanted ? 'Clip complete' : 'Clip was removed while it was rendered')
}
