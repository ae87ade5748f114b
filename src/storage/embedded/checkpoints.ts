import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Work of a thread that runs until it is closed. */
export type Checkpoints = { close(): Promise<void> }

/** What the checkpoint thread is started with. */
export type CheckpointThreadData = { readonly path: string }

export type CheckpointOptions = {
  /** Of the database file. */
  readonly path: string
  /** Called if the thread fails. The database then copies its log itself again. */
  readonly onError: (error: unknown) => void
}

const ENTRY = new URL('./checkpoint-thread.ts', import.meta.url)
/** Pages of the write-ahead log, 4 KB each, after which the database copies it itself: without a thread (SQLite's default), and if the thread is behind. */
const [OWN_LOG, LONGEST_LOG] = [1000, 16_000]

/**
 * Lets a thread copy the write-ahead log of a database into it. Otherwise the commit that makes the log long does that, and the thread that
 * answers requests waits for the disk meanwhile.
 */
export async function startCheckpoints(db: Database, { path, onError }: CheckpointOptions): Promise<Checkpoints> {
  const copyAfter = async (pages: number): Promise<void> => {
    await sql.raw(`pragma wal_autocheckpoint = ${pages}`).execute(db)
  }
  await copyAfter(LONGEST_LOG)
  const thread = new Worker(ENTRY, { name: 'checkpoints', workerData: { path } satisfies CheckpointThreadData })
  thread.unref()
  thread.on('error', (error) => {
    onError(error)
    copyAfter(OWN_LOG).catch(onError)
  })
  const exited = once(thread, 'exit').catch(() => {})
  return {
    async close() {
      // The process may have nothing else left to wait for.
      thread.ref()
      thread.postMessage('close')
      await exited
    },
  }
}
