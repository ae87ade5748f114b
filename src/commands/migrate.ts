import type { Config } from '../config.ts'
import { openRecords } from '../storage/open-storage.ts'
import { createLocalSignals } from '../storage/signals.ts'
import { makeDataDirectory } from './data-directory.ts'

/** Brings the database up to date. Every start does the same; this runs it apart, before an upgrade of many processes. */
export async function migrateDatabase(config: Config, print: (line: string) => void): Promise<void> {
  await makeDataDirectory(config.dataDirectory)
  const { databaseUrl, workerTimeoutSeconds } = config
  const failures: unknown[] = []
  const onError = (error: unknown): void => void failures.push(error)
  const db = await openRecords(config, onError)
  try {
    if (databaseUrl !== undefined) {
      const { openPgBossClipQueue } = await import('../jobs/pg-boss-clip-queue.ts')
      const signals = createLocalSignals()
      const queue = await openPgBossClipQueue({
        db,
        signals,
        databaseUrl,
        workerTimeoutSeconds,
        clock: Date.now,
        onError,
      })
      await queue.close()
    }
  } finally {
    await db.destroy()
  }
  if (failures.length > 0) throw failures[0]
  print('The database is up to date.')
}
