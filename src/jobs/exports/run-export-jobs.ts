import type { Logger } from 'pino'
import { checkFileLength } from '../../accounts/audio-costs.ts'
import type { PlanBook } from '../../accounts/plans.ts'
import { DamagedMaster } from '../../delivery/clips/combine-clips.ts'
import {
  assembleExport,
  type ExportStores,
  exportKey,
  MissingParagraph,
} from '../../delivery/exports/assemble-export.ts'
import { ServiceError } from '../../errors.ts'
import { findAccountById } from '../../storage/records/accounts.ts'
import {
  claimExport,
  completeExport,
  type ExportFailure,
  type ExportJob,
  failExport,
  holdExport,
  releaseExport,
} from '../../storage/records/export-jobs.ts'
import { findParagraphsOf } from '../../storage/records/paragraph-clips.ts'
import { restoreClip } from '../../storage/records/render-clips-again.ts'
import { readClock } from '../../storage/storage-clock.ts'
import { isStorageOutage } from '../../storage/storage-outage.ts'
import type { ClipQueue } from '../clip-queue.ts'
import type { WakeUp } from '../wake-up.ts'

export type ExportWorker = ExportStores & {
  readonly queue: ClipQueue
  readonly plans: PlanBook
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly wakeUp: WakeUp
  /** Called for each export that this process has ended. */
  readonly onExportEnded: (outcome: 'complete' | 'failed' | 'canceled') => void
}

/** An export whose worker died is claimed again after this time. */
const LEASE_MS = 30_000
/** Between two notes of the progress, each of which renews the lease and notices that the export was cancelled. */
const HOLD_MS = 1000
const MAX_ATTEMPTS = 5
/** Pause before a further attempt, for each that failed. */
const RETRY_MS = 2000

/** Writes the files of exports whose paragraphs are rendered, one export after another, until `signal` aborts. */
export async function runExportJobs(worker: ExportWorker, signal: AbortSignal): Promise<void> {
  const { wakeUp, log } = worker
  while (!signal.aborted) {
    const seen = wakeUp.count()
    const hasWorked = await finishNextExport(worker, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'Cannot write exports at present')
      return false
    })
    if (!hasWorked) await wakeUp.after(seen, signal)
  }
}

/** Finishes the first export that is ready; false if none is. */
async function finishNextExport(worker: ExportWorker, signal: AbortSignal): Promise<boolean> {
  const { db, clock, wakeUp } = worker
  const now = await readClock(db, clock)
  const job = await claimExport(db, { now, until: now + LEASE_MS })
  if (job === undefined) return false
  // There may be more.
  wakeUp.call()
  await finishExport(job, worker, signal)
  return true
}

async function finishExport(job: ExportJob, worker: ExportWorker, signal: AbortSignal): Promise<void> {
  const { db, blobs, plans, clock, log } = worker
  const canceled = new AbortController()
  let assembled = 0
  const holding = setInterval(() => {
    void readClock(db, clock)
      .then((now) => holdExport(db, job.id, { until: now + LEASE_MS, assembled }))
      .then((isWanted) => isWanted || canceled.abort(new Error('The export was cancelled')))
      // Without a note the lease lapses, and another worker writes the same file.
      .catch((error: unknown) => log.warn({ err: error, exportId: job.id }, 'Cannot record the progress of an export'))
  }, HOLD_MS)
  try {
    if (job.attempts > MAX_ATTEMPTS) throw new TooManyAttempts()
    const { plan } = await findAccountById(db, job.accountId)
    const limits = await plans.limitsOf(plan)
    const result = await assembleExport(job, worker, {
      signal: AbortSignal.any([signal, canceled.signal]),
      checkLength: (ms) => checkFileLength(ms, limits, 'export'),
      onProgress: (share) => {
        assembled = share
      },
    })
    const isWanted = await completeExport(db, job.id, { ...result, now: clock() })
    if (!isWanted) await blobs.delete(exportKey(job.id))
    worker.onExportEnded(isWanted ? 'complete' : 'canceled')
    log.info({ exportId: job.id }, isWanted ? 'Export complete' : 'Export was cancelled while its file was written')
  } catch (error) {
    clearInterval(holding)
    await endAttempt(error, job, { ...worker, signal, isCanceled: canceled.signal.aborted })
  } finally {
    clearInterval(holding)
  }
}

class TooManyAttempts extends Error {}

type Ending = ExportWorker & { readonly signal: AbortSignal; readonly isCanceled: boolean }

/** Decides what becomes of an export whose files could not be written. */
async function endAttempt(error: unknown, job: ExportJob, ending: Ending): Promise<void> {
  const { db, queue, clock, log, signal, isCanceled } = ending
  if (isCanceled) return
  if (signal.aborted) return await releaseExport(db, job.id, { isCounted: false })
  if (error instanceof DamagedMaster) {
    log.error({ clipId: error.clipId, exportId: job.id }, 'Audio of a paragraph is damaged: it is rendered again')
    await db.transaction().execute(async (transaction) => {
      const restored = await restoreClip(transaction, error.clipId)
      if (restored !== undefined) await queue.add(transaction, [restored])
    })
    queue.wake()
    return await releaseExport(db, job.id)
  }
  const failure = await describeFailure(error, job, ending)
  if (failure !== undefined) {
    await failExport(db, job.id, { ...failure, now: clock() })
    return ending.onExportEnded('failed')
  }
  const now = await readClock(db, clock)
  const isCounted = !isStorageOutage(error)
  log.error({ err: error, exportId: job.id }, 'Cannot write the files of an export: it is retried')
  await releaseExport(db, job.id, { until: now + RETRY_MS * job.attempts, isCounted })
}

/** Why an export fails for good; undefined if it is worth another attempt. */
async function describeFailure(
  error: unknown,
  { id, recipe }: ExportJob,
  { db }: Pick<ExportWorker, 'db'>,
): Promise<ExportFailure | undefined> {
  if (error instanceof MissingParagraph) {
    const clips = [...(await findParagraphsOf(db, id)).values()]
    const unspoken = clips.filter(({ status, isCharged }) => status === 'FAILED' && isCharged)
    return {
      code: 'CONFLICT',
      message: `Cannot export: paragraph ${error.number} of ${recipe.paragraphs.length} has no audio (${error.reason ?? 'it was removed'}); export again`,
      refunded: unspoken.reduce((sum, { characters }) => sum + characters, 0),
    }
  }
  if (error instanceof ServiceError) return { code: error.code, message: error.message, refunded: 0 }
  if (error instanceof TooManyAttempts) {
    const message = `Cannot export: ${MAX_ATTEMPTS} attempts to write the files failed; export again, or give the id ${id} to the operator`
    return { code: 'INTERNAL_ERROR', message, refunded: 0 }
  }
  return undefined
}
