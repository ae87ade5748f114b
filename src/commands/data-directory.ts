import { access, constants, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { formatCount } from '../api/answers/format-count.ts'
import type { Config } from '../config.ts'
import { CommandError } from './exit-codes.ts'
import { makeFolder } from './files.ts'

/** Read, write and search for the owner alone. */
const PRIVATE = 0o700
/** The permission bits of group and others. */
const FOREIGN_BITS = 0o077
/** Fewer files at once are used up by some dozens of streams. */
const ENOUGH_FILES = 1024

type Storage = Pick<Config, 'dataDirectory' | 'databaseUrl' | 'audioStore'>

/** Makes the data directory, if it is missing, for its owner alone. It holds texts, audio and the secret that signs links. */
export async function makeDataDirectory(path: string): Promise<void> {
  await makeFolder(path, PRIVATE)
}

/**
 * Makes the data directory and warns about what lets others read or change it. Throws CommandError if this user may not use it, or if its
 * records are lost.
 */
export async function openDataDirectory(storage: Storage, log: Pick<Logger, 'warn'>): Promise<void> {
  const { dataDirectory: path, databaseUrl, audioStore } = storage
  await makeDataDirectory(path)
  await checkAccess(path)
  if (audioStore === undefined) await checkAccess(join(path, 'audio'))
  if (databaseUrl === undefined && audioStore === undefined) await refuseLostRecords(path)
  await warnOfFewFiles(log)
  if (process.platform === 'win32') return
  const { mode } = await stat(path)
  if ((mode & FOREIGN_BITS) !== 0) {
    const command = `chmod 700 ${path}`
    log.warn({ mode: (mode & 0o777).toString(8) }, `Other users can open the data directory: run "${command}"`)
  }
  if (process.getuid?.() === 0) log.warn('The service runs as root: run it as a user of its own')
}

async function checkAccess(folder: string): Promise<void> {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
    const message = `Cannot use ${folder}: this user may not read and write it; change its owner or mode, or set DATA_DIR to another folder`
    throw new CommandError('noPermission', message, { cause: error })
  })
}

/** Audio whose records are gone would be removed as that of unknown clips. */
async function refuseLostRecords(path: string): Promise<void> {
  const records = await stat(join(path, 'declaim.sqlite')).catch(() => undefined)
  if (records !== undefined && records.size > 0) return
  const entries = await readdir(join(path, 'audio'), { recursive: true, withFileTypes: true }).catch(() => [])
  const lost = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('unfinished')).length
  if (lost === 0) return
  const state = records === undefined ? 'is missing' : 'is empty'
  throw new CommandError(
    'data',
    `Cannot start on ${path}: declaim.sqlite ${state}, but audio/ has ${formatCount(lost, 'file')}; restore a backup, or move audio/ away to start anew`,
  )
}

/** Linux says how many files a process may open; other systems have their own ways, and are not asked. */
async function warnOfFewFiles(log: Pick<Logger, 'warn'>): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files +(\d+)/m.exec(limits)?.[1]
  if (limit === undefined || Number(limit) >= ENOUGH_FILES) return
  log.warn(
    { limit: Number(limit) },
    `This process may open ${limit} files at once, which some dozens of streams use up: raise the limit, such as by "ulimit -n ${ENOUGH_FILES}"`,
  )
}
