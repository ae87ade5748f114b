import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Checkpoints that run until they are closed. */
export type Checkpoints = { close(): Promise<void> }

/** What the checkpoint thread is started with. */
export type CheckpointThreadData = { readonly path: string }

export type CheckpointOptions = {
  /** Of the database file. */
  readonly path: string
  /** Called if the thread fails. SQLite then runs checkpoints within commits again. */
  readonly onError: (error: unknown) => void
}

const ENTRY = new URL('./checkpoint-thread.ts', import.meta.url)
/** Starting the thread would delay the start of the service by 25 ms, and there is little to copy yet. */
const START_AFTER_MS = 1000
/** Pages of the write-ahead log, 4 KB each, after which a commit runs a checkpoint: SQLite's default. */
const OWN_LOG = 1000
/** The same while the thread runs, in case it falls behind. */
const LONGEST_LOG = 16_000

/**
 * Runs the checkpoints of a SQLite database in a thread. By default, SQLite runs one within a commit once the log is long, and the main
 * thread waits for the disk meanwhile.
 */
export async function startCheckpoints(db: Database, { path, onError }: CheckpointOptions): Promise<Checkpoints> {
  const checkpointAfter = async (pages: number): Promise<void> => {
    await sql.raw(`pragma wal_autocheckpoint = ${pages}`).execute(db)
  }
  await checkpointAfter(LONGEST_LOG)
  let closeThread = async (): Promise<void> => {}
  const starting = setTimeout(() => {
    const thread = new Worker(ENTRY, { name: 'checkpoints', workerData: { path } satisfies CheckpointThreadData })
    thread.unref()
    thread.on('error', (error) => {
      onError(error)
      checkpointAfter(OWN_LOG).catch(onError)
    })
    const exited = once(thread, 'exit').catch(() => {})
    closeThread = async () => {
      // Nothing else may keep the process alive by now.
      thread.ref()
      thread.postMessage('close')
      await exited
    }
  }, START_AFTER_MS)
  starting.unref()
  return {
    async close() {
      clearTimeout(starting)
      await closeThread()
    },
  }
}
