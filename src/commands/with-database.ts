import { mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { databasePath } from './start-service.ts'

/** Runs a command on the database of the data directory, also while a server uses it. */
export async function withDatabase(
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  act: (db: Database) => Promise<void>,
): Promise<void> {
  await mkdir(dataDirectory, { recursive: true })
  const db = await openDatabase(databasePath(dataDirectory))
  try {
    await act(db)
  } finally {
    await db.destroy()
  }
}
