import { formatCount } from '../api/answers/format-count.ts'
import type { Config } from '../config.ts'
import { appliedMigrations } from '../storage/inspect-records.ts'
import { MIGRATION_NAMES } from '../storage/migrations/migrate.ts'
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
  let ran: readonly string[] = []
  const onMigrated = (names: readonly string[]): void => {
    ran = names
  }
  const db = await openRecords(config, onError, { onMigrated })
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
  print(json ? toJson({ lastMigration, ran }) : describe(ran))
}

/** Says what this process did; another may have run the other migrations at the same time. */
function describe(ran: readonly string[]): string {
  if (ran.length === 0) return 'The database is up to date.'
  if (ran.length === MIGRATION_NAMES.length) return `Created the database: ran all ${ran.length} migrations.`
  return `Ran ${formatCount(ran.length, 'migration')}: ${ran.join(', ')}.`
}
