import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a data directory for this process, so that no second server works on the same clips.
 * It is a lock of SQLite on an empty database: the system frees it however the process ends.
 * Throws if another process holds it.
 */
export function lockDataDirectory(dataDirectory: string): { release(): void } {
  const database = new DatabaseSync(join(dataDirectory, 'serve.lock'))
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    database.close()
    throw new Error(
      `Cannot use the data directory ${dataDirectory}: another Declaim server is running on it; stop that one, or set DATA_DIR to another folder`,
      {
        cause: error,
      },
    )
  }
  return { release: () => database.close() }
}
