import type { Config } from '../config.ts'
import { appliedMigrations } from '../storage/inspect-records.ts'
import { openRecords } from '../storage/open-storage.ts'
import { createLocalSignals } from '../storage/signals.ts'
import { makeDataDirectory } from './data-directory.ts'
import { type JsonOption, toJson } from './to-json.ts'

/** Brings the database up to date. Every start does the same; this runs it apart, before an upgrade of many processes. */
export async function migrateDatabase(
  { json }: JsonOption,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  await makeDataDirectory(config.dataDirectory)
  const { databaseUrl, workerTimeoutSeconds } = config
  const failures: unknown[] = []
  const onError = (error: unknown): void => void failures.push(error)
  const db = await openRecords(config, onError)
  let lastMigration: string | undefined
  try {
    lastMigration = (await appliedMigrations(db)).toSorted().at(-1)
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
  print(json ? toJson({ lastMigration }) : 'The database is up to date.')
}
