import type { Readiness } from '../api/services.ts'
import type { StorageRetry } from '../jobs/storage-retry.ts'
import type { ThreadLoad } from '../speaking/threads/engine-threads.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { checkDatabase, type Database } from '../storage/database.ts'

export type ReadinessSources = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly retry: StorageRetry
  readonly threadLoad: () => ThreadLoad
}

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

async function check({ db, blobs, retry, threadLoad }: ReadinessSources): Promise<Readiness> {
  const checks = {
    database: await outcome(() => checkDatabase(db)),
    audio: await outcome(() => blobs.check()),
    engines: threadLoad().threads > 0 ? 'ok' : 'no thread runs',
    clips: describe(retry.trouble(), 'wait for the storage'),
  }
  return { ready: Object.values(checks).every((state) => state === 'ok'), checks }
}

async function outcome(attempt: () => Promise<unknown>): Promise<string> {
  return await attempt().then(
    () => 'ok',
    (error: unknown) => describe(error, 'fails'),
  )
}

/** Names the code of an error but not its message, which may hold paths. */
function describe(error: unknown, problem: string): string {
  if (error === undefined) return 'ok'
  const { code, errstr } = error as { readonly code?: string; readonly errstr?: string }
  const reason = errstr ?? code
  return reason === undefined ? problem : `${problem}: ${reason}`
}
