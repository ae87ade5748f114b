import type { Config } from '../config.ts'
import { type ExportWorker, runExportJobs } from '../jobs/exports/run-export-jobs.ts'
import { createProgressNotes } from '../jobs/note-progress.ts'
import { type Sweeper, sweep } from '../jobs/retention/sweep.ts'
import { type ClipWorker, runClipJobs } from '../jobs/run-clip-jobs.ts'

export type Work = Omit<ClipWorker, 'progress' | 'retries'> & Sweeper & ExportWorker

/** While one clip of a thread is encoded and stored, the next is spoken. */
const CLIPS_PER_THREAD = 2
/** Exports whose files a process writes at the same time. */
const EXPORTS_AT_ONCE = 2
const EXPIRY_SWEEP_MS = 10 * 60_000

/** Renders waiting clips, writes the files of exports, and removes what has expired, until it is stopped. */
export function startWork(work: Work, { renderThreads, clipRetries: retries }: Config): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { db, log } = work
  const onError = (error: unknown): void => log.warn({ err: error }, 'Cannot record the progress of a clip')
  // A storage that does not answer holds up no stop.
  const blobs = work.blobs.until(stopping.signal)
  const worker = { ...work, blobs, retries, progress: createProgressNotes(db, { onError }) }
  const workers = Array.from({ length: renderThreads * CLIPS_PER_THREAD }, () => runClipJobs(worker, stopping.signal))
  const exporters = Array.from({ length: EXPORTS_AT_ONCE }, () => runExportJobs(worker, stopping.signal))
  const sweepOnce = (): Promise<unknown> =>
    sweep({ ...work, blobs }).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'Cannot remove expired clips')
    })
  let sweeping = sweepOnce()
  const sweeper = setInterval(() => {
    sweeping = sweeping.then(sweepOnce)
  }, EXPIRY_SWEEP_MS)
  return {
    async stop() {
      clearInterval(sweeper)
      stopping.abort(new Error('The service is stopping'))
      await Promise.all([...workers, ...exporters, sweeping])
    },
  }
}
