import type { Readiness } from '../api/services.ts'
import type { StorageRetry } from '../jobs/storage-retry.ts'
import type { ThreadHealth } from '../speaking/threads/pool/thread-pool.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { checkDatabase, type Database } from '../storage/database.ts'

export type ReadinessSources = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly retry: StorageRetry
  /** Asks the threads that speak and those that encode for a sign of life. */
  readonly checkThreads: () => Promise<ThreadsHealth>
}

export type ThreadsHealth = { readonly engines: ThreadHealth; readonly encoders: ThreadHealth }

/** How long an answer is reused: anyone may ask, and each check writes to the disk. */
const REUSE_MS = 1000

/** Returns a function that checks whether requests can be served now. */
export function createReadinessCheck(sources: ReadinessSources): () => Promise<Readiness> {
  let last: Promise<Readiness> | undefined
  let checkedAt = 0
  return async () => {
    if (last === undefined || Date.now() - checkedAt > REUSE_MS) {
      checkedAt = Date.now()
      last = check(sources)
    }
    return await last
  }
}

async function check({ db, blobs, retry, checkThreads }: ReadinessSources): Promise<Readiness> {
  const [database, audio, threads] = await Promise.all([
    outcome(() => checkDatabase(db)),
    outcome(() => blobs.check()),
    checkThreads(),
  ])
  const checks = {
    database,
    audio,
    engines: describeThreads(threads.engines),
    encoders: describeThreads(threads.encoders),
    clips: describe(retry.trouble(), 'wait for the storage'),
  }
  return { ready: Object.values(checks).every((state) => state.startsWith(OK)), checks }
}

const OK = 'ok'

/** One thread can serve all requests, if slowly, while others start again. */
function describeThreads({ threads, answering }: ThreadHealth): string {
  if (answering === threads) return OK
  const count = `${answering} of ${threads} threads answer`
  return answering === 0 ? `fail: ${count}` : `${OK}: ${count}`
}

async function outcome(attempt: () => Promise<unknown>): Promise<string> {
  return await attempt().then(
    () => OK,
    (error: unknown) => describe(error, 'fails'),
  )
}

/** Names the code of an error but not its message, which may hold paths. */
function describe(error: unknown, problem: string): string {
  if (error === undefined) return OK
  const { code, errstr } = error as { readonly code?: string; readonly errstr?: string }
  const reason = errstr ?? code
  return reason === undefined ? problem : `${problem}: ${reason}`
}
