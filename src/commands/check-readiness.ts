import { setTimeout as sleep } from 'node:timers/promises'
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
/** How long each check may take, so that the answer comes within a second, as Kubernetes expects. */
const PATIENCE_MS = 700
/** A check that takes longer counts as hung. */
const SLOW_MS = 4000
const NO_ANSWER = 'fails: no answer'

/** Returns a function that checks whether requests can be served now. It answers within a second, whatever hangs. */
export function createReadinessCheck({ db, blobs, retry, checkThreads }: ReadinessSources): () => Promise<Readiness> {
  const probes = {
    database: createProbe(() => checkDatabase(db).then(() => OK)),
    audio: createProbe(() => blobs.check().then(() => OK)),
    engines: createProbe(async () => describeThreads((await checkThreads()).engines)),
    encoders: createProbe(async () => describeThreads((await checkThreads()).encoders)),
    clips: async () => describe(retry.trouble(), 'wait for the storage'),
  }
  const check = async (): Promise<Readiness> => {
    const states = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
    )
    return { ready: states.every(([, state]) => state.startsWith(OK)), checks: Object.fromEntries(states) }
  }
  let last: Promise<Readiness> | undefined
  let checkedAt = 0
  return async () => {
    if (last === undefined || Date.now() - checkedAt > REUSE_MS) {
      checkedAt = Date.now()
      last = check()
    }
    return await last
  }
}

/**
 * Returns a function that runs a check and returns its result. If the check takes longer than a caller can wait, the function returns the
 * previous result for up to `SLOW_MS`, because a slow storage still works. Only one check runs at a time.
 */
function createProbe(attempt: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | undefined
  let startedAt = 0
  let last: string = NO_ANSWER
  return async () => {
    if (running === undefined) {
      startedAt = performance.now()
      running = attempt()
        .catch((error: unknown) => describe(error, 'fails'))
        .then((result) => {
          running = undefined
          last = result
          return result
        })
    }
    const known = (): string => (performance.now() - startedAt < SLOW_MS ? last : NO_ANSWER)
    return await Promise.race([running, sleep(PATIENCE_MS, undefined, { ref: false }).then(known)])
  }
}

const OK = 'ok'

/** One thread can serve all requests, if slowly, while others start again. */
function describeThreads({ threads, answering }: ThreadHealth): string {
  if (answering === threads) return OK
  const count = `${answering} of ${threads} threads answer`
  return answering === 0 ? `fail: ${count}` : `${OK}: ${count}`
}

/** Names the code of an error but not its message, which may hold paths. */
function describe(error: unknown, problem: string): string {
  if (error === undefined) return OK
  const { code, errstr } = error as { readonly code?: string; readonly errstr?: string }
  const reason = errstr ?? code
  return reason === undefined ? problem : `${problem}: ${reason}`
}
