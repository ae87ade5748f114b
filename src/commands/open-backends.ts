import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { ClipQueue } from '../jobs/clip-queue.ts'
import { createEmbeddedClipQueue } from '../jobs/embedded-clip-queue.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import type { Checkpoints } from '../storage/embedded/checkpoints.ts'
import { openAudio, openRecords, openSignals, startCheckpoints } from '../storage/open-storage.ts'
import { recoverInterruptedClips } from '../storage/records/clip-jobs.ts'
import { recoverExports } from '../storage/records/export-jobs.ts'
import type { Signals } from '../storage/signals.ts'
import { createStorageWatch, type StorageWatch, watchBlobs } from '../storage/watch-storage.ts'

/** What holds the service's state. */
export type Backends = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly queue: ClipQueue
  readonly signals: Signals
  /** Learns how long the records and the audio take. */
  readonly watch: StorageWatch
  close(): Promise<void>
}

export type OpenBackendsOptions = { readonly clock: () => number; readonly log: Pick<Logger, 'info' | 'warn'> }

/** A query of a request takes milliseconds; a database that hangs answers none, and callers get 503 instead of waiting. */
const QUERY_TIMEOUT_MS = 10_000

/** Opens the records, the audio and the queue that the settings name. */
export async function openBackends(config: Config, options: OpenBackendsOptions): Promise<Backends> {
  const { log } = options
  const onError = (error: unknown): void => log.warn({ err: error }, 'A connection to the database failed')
  const watch = createStorageWatch()
  const db = await openRecords(config, onError, { queryTimeoutMs: QUERY_TIMEOUT_MS, watch })
  let checkpoints: Checkpoints | undefined
  try {
    checkpoints = await startCheckpoints(config, db, (error) => {
      log.warn({ err: error }, 'The checkpoint thread of the database failed')
    })
    const signals = await openSignals(config, onError)
    const queue = await openQueue(config, { ...options, db, signals, onError })
    const blobs = watchBlobs(await openAudio(config), watch)
    return {
      db,
      blobs,
      queue,
      signals,
      watch,
      async close() {
        await queue.close()
        await signals.close()
        blobs.close()
        await checkpoints?.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await checkpoints?.close()
    await db.destroy()
    throw error
  }
}

type OpenQueueOptions = OpenBackendsOptions & {
  readonly db: Database
  readonly signals: Signals
  readonly onError: (error: unknown) => void
}

/** Opens the queue that the settings name. */
export async function openQueue(
  { databaseUrl, workerTimeoutSeconds }: Config,
  { db, signals, clock, log, onError }: OpenQueueOptions,
): Promise<ClipQueue> {
  if (databaseUrl !== undefined) {
    // Not loaded if it is not used.
    const { openPgBossClipQueue } = await import('../jobs/pg-boss-clip-queue.ts')
    return await openPgBossClipQueue({ db, signals, databaseUrl, workerTimeoutSeconds, clock, onError })
  }
  // The data directory is this process's alone, so no worker holds these clips any more.
  await recoverExports(db)
  const recovered = await recoverInterruptedClips(db, clock())
  if (recovered > 0) log.info({ clips: recovered }, 'Clips that the last run left unfinished are queued again')
  return createEmbeddedClipQueue({ db, signals, clock })
}
