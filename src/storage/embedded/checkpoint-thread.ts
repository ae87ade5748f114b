/** The entry of a thread that copies the write-ahead log of a database into it, until it is told to close. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointThreadData } from './checkpoints.ts'

/** What was written meanwhile is copied together, and waits for the disk once. */
const EVERY_MS = 1000

const { path } = workerData as CheckpointThreadData
const database = new DatabaseSync(path)
/** Waits for nobody: what others hold up is copied the next time. */
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
const timer = setInterval(() => checkpoint.get(), EVERY_MS)
parentPort!.once('message', () => {
  clearInterval(timer)
  database.close()
})
