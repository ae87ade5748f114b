/** The entry of a thread that runs the checkpoints of a SQLite database until it gets a message. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointThreadData } from './checkpoints.ts'

/** All commits of a second share one checkpoint, and its fsync. */
const EVERY_MS = 1000

const { path } = workerData as CheckpointThreadData
const database = new DatabaseSync(path)
/** `passive`: never waits for readers or writers. The next checkpoint copies what they hold up. */
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
const timer = setInterval(() => checkpoint.get(), EVERY_MS)
parentPort!.once('message', () => {
  clearInterval(timer)
  database.close()
})
