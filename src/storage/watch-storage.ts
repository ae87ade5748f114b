import type { LogEvent } from 'kysely'
import type { BlobStore } from './blob-store.ts'

/** A call of the database or of the store of audio that has ended, well or not. */
export type StorageCall = {
  readonly store: 'database' | 'audio'
  /** `select`, `insert`, `update`, `delete` or `other` of a database; `put`, `size`, `delete` or `check` of audio. */
  readonly operation: string
  readonly seconds: number
}

/** Learns of each call. It can be replaced while the storage is open, because metrics count rows of the same database. */
export type StorageWatch = { onCall: (call: StorageCall) => void }

/** A watch that nobody looks at yet. */
export function createStorageWatch(): StorageWatch {
  return { onCall: () => {} }
}

const KINDS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

/** A `log` function for Kysely that reports each query to a watch. */
export function watchQueries(watch: StorageWatch): (event: LogEvent) => void {
  return ({ query, queryDurationMillis }) =>
    watch.onCall({
      store: 'database',
      operation: KINDS[query.query.kind] ?? 'other',
      seconds: queryDurationMillis / 1000,
    })
}

/** The same store, whose calls a watch learns of. What is read comes as fast as its reader takes it, so reading is not timed. */
export function watchBlobs(blobs: BlobStore, watch: StorageWatch): BlobStore {
  const time = async <Result>(operation: string, call: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now()
    try {
      return await call()
    } finally {
      watch.onCall({ store: 'audio', operation, seconds: (performance.now() - begun) / 1000 })
    }
  }
  return {
    ...blobs,
    put: (key, parts) => time('put', () => blobs.put(key, parts)),
    size: (key) => time('size', () => blobs.size(key)),
    delete: (key) => time('delete', () => blobs.delete(key)),
    check: () => time('check', () => blobs.check()),
    until: (signal) => watchBlobs(blobs.until(signal), watch),
  }
}
