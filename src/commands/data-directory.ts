import { stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { makeFolder } from './files.ts'

/** Read, write and search for the owner alone. */
const PRIVATE = 0o700
/** The permission bits of group and others. */
const FOREIGN_BITS = 0o077

/** Makes the data directory, if it is missing, for its owner alone. It holds texts, audio and the secret that signs links. */
export async function makeDataDirectory(path: string): Promise<void> {
  await makeFolder(path, PRIVATE)
}

/** Makes the data directory and warns about what lets others read or change it. */
export async function openDataDirectory(path: string, log: Pick<Logger, 'warn'>): Promise<void> {
  await makeDataDirectory(path)
  if (process.platform === 'win32') return
  const { mode } = await stat(path)
  if ((mode & FOREIGN_BITS) !== 0) {
    const command = `chmod 700 ${path}`
    log.warn({ mode: (mode & 0o777).toString(8) }, `Other users can open the data directory: run "${command}"`)
  }
  if (process.getuid?.() === 0) log.warn('The service runs as root: run it as a user of its own')
}
