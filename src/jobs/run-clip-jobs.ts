import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { removeClipAudio } from '../delivery/clips/remove-clip.ts'
import { type ClipStores, type RenderedClip, renderClip, storeClip } from '../delivery/clips/render-clip.ts'
import { ServiceError } from '../errors.ts'
import type { ClipJob } from '../storage/records/clip-jobs.ts'
import { isStorageOutage } from '../storage/storage-outage.ts'
import { trace } from '../tracing.ts'
import type { ClaimedClip, ClipFailure, ClipQueue } from './clip-queue.ts'
import type { ProgressNotes } from './note-progress.ts'
import type { StorageRetry } from './storage-retry.ts'

/** `removed`: its caller or its lifetime removed it while it was rendered. */
export type ClipOutcome = 'complete' | 'failed' | 'removed'

export type ClipWorker = ClipStores & {
  readonly queue: ClipQueue
  readonly retry: StorageRetry
  /** How often a clip is rendered again before it has FAILED. */
  readonly retries: number
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly progress: ProgressNotes
  /** Called for each clip that has ended. */
  readonly onEnded: (outcome: ClipOutcome) => void
}

/** Pause before the first retry; each further one is twice as long. */
const FIRST_DELAY_MS = 200

/** Renders waiting clips one after another until `signal` aborts; the clip in hand is then given back. */
export async function runClipJobs(worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { queue, retry, log } = worker
  while (!signal.aborted) {
    let claimed: ClaimedClip | undefined
    const seen = queue.wakeUps()
    try {
      claimed = await retry.run(() => queue.claim(), signal)
      if (claimed === undefined) await queue.wait(seen, signal)
      else await traceClipJob(claimed, worker, signal)
    } catch (error) {
      const clipId = claimed?.clip.id
      if (!signal.aborted) log.error({ err: error, clipId }, 'Cannot end a clip: it is given back to the queue')
      // If this fails too, the queue notices that the worker is gone.
      await claimed
        ?.release()
        .catch((failure: unknown) =>
          log.warn({ err: failure, clipId }, 'Cannot give a clip back to the queue: it waits until its claim lapses'),
        )
    } finally {
      if (claimed !== undefined) worker.progress.end(claimed.clip.id)
    }
  }
}

/** Ends a clip as a part of the trace of the request that it came with. */
async function traceClipJob(claimed: ClaimedClip, worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { id, traceparent: parent, createdAt } = claimed.clip
  const waited = createdAt === undefined ? undefined : (Date.now() - createdAt) / 1000
  const attributes = { 'declaim.clip_id': id, 'declaim.waited_seconds': waited }
  await trace('render clip', () => runClipJob(claimed, worker, signal), { kind: 'consumer', parent, attributes })
}

/** Ends a clip as COMPLETE or FAILED, unless it was removed meanwhile. Rejects if `signal` aborts; the clip is then not ended. */
async function runClipJob(claimed: ClaimedClip, worker: ClipWorker, signal: AbortSignal): Promise<void> {
  const { blobs, retry, log, onEnded } = worker
  const { clip } = claimed
  const rendered = await tryToRender(clip, worker, signal)
  if ('code' in rendered) {
    await retry.run(() => claimed.fail(rendered), signal)
    onEnded('failed')
    return
  }
  await retry.run(() => storeClip(rendered, blobs), signal)
  rendered.release()
  const isWanted = await retry.run(() => claimed.complete(rendered), signal)
  if (rendered.cleanUp !== undefined) await retry.run(rendered.cleanUp, signal)
  if (!isWanted) await retry.run(() => removeClipAudio(clip, blobs), signal)
  onEnded(isWanted ? 'complete' : 'removed')
  log.info({ clipId: clip.id }, isWanted ? 'Clip complete' : 'Clip was removed while it was rendered')
}

const UNEXPECTED: ClipFailure = {
  code: 'INTERNAL_ERROR',
  message:
    'Cannot render the clip: an internal error occurred; retry it, or give its id to the operator, whose log explains it',
}

/**
 * The rendered clip, or why it failed: what its owner has caused, or that every attempt failed. An outage of the storage is
 * waited for and counts as no attempt.
 */
async function tryToRender(
  clip: ClipJob,
  worker: ClipWorker,
  signal: AbortSignal,
): Promise<RenderedClip | ClipFailure> {
  const { retry, retries, progress, log } = worker
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt === retries
    const rendered = await retry.run(async () => {
      try {
        return await renderClip(clip, worker, { signal, onSegment: (done) => progress.note(clip.id, done) })
      } catch (error) {
        if (signal.aborted || isStorageOutage(error)) throw error
        if (error instanceof ServiceError) return { code: error.code, message: error.message }
        log.error({ err: error, clipId: clip.id }, isLast ? 'Clip failed' : 'Clip failed: it is retried')
        return undefined
      }
    }, signal)
    if (rendered !== undefined || isLast) return rendered ?? UNEXPECTED
    await sleep(FIRST_DELAY_MS * 2 ** attempt, undefined, { signal })
  }
}
