import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { openRecords } from '../storage/open-storage.ts'
import { makeDataDirectory } from './data-directory.ts'

/** Runs a command on the records of a service, also while that service runs. */
export async function withDatabase(config: Config, act: (db: Database) => Promise<void>): Promise<void> {
  await makeDataDirectory(config.dataDirectory)
  // A lost connection fails the query that needs it, and so the command.
  const db = await openRecords(config, () => {})
  try {
    await act(db)
  } finally {
    await db.destroy()
  }
}
