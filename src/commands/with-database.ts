import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readClientConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { appliedMigrations } from '../storage/inspect-records.ts'
import { connectRecords, openRecords } from '../storage/open-storage.ts'
import { CommandError } from './exit-codes.ts'
import { readLogin } from './remote/login-file.ts'

/**
 * Runs a command on the records of a service, also while that service runs. Names those records on standard error first.
 * Throws CommandError if the settings name no service: a command never makes one.
 */
export async function withDatabase(config: Config, act: (db: Database) => Promise<void>): Promise<void> {
  const place = describeRecords(config)
  if (!(await hasService(config))) throw await noService(place)
  process.stderr.write(`Using ${place}\n`)
  // A lost connection fails the query that needs it, and so the command.
  const db = await openRecords(config, () => {})
  try {
    await act(db)
  } finally {
    await db.destroy()
  }
}

type Records = Pick<Config, 'databaseUrl' | 'dataDirectory'>

/** True if a service has run its migrations there. */
export async function hasService(config: Records): Promise<boolean> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'declaim.sqlite'))) return false
  const db = await connectRecords(config)
  try {
    return (await appliedMigrations(db)).length > 0
  } finally {
    await db.destroy()
  }
}

/** Names the records that the settings lead to, without a password. */
function describeRecords({ databaseUrl, dataDirectory }: Records): string {
  if (databaseUrl === undefined) return `the data directory ${resolve(dataDirectory)}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

async function noService(place: string): Promise<CommandError> {
  const login = await readLogin(readClientConfig().loginFile)
  const elsewhere = login === undefined ? '' : `, or add --remote to use ${login.url}`
  return new CommandError(
    'noInput',
    `Cannot find a service in ${place}: start it once or run "declaim migrate", set DATA_DIR or DATABASE_URL${elsewhere}`,
  )
}
