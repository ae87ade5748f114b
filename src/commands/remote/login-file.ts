import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import { makeFolder, refuseFile } from '../files.ts'

/** Where a service is, and the key to it. */
export type Login = { readonly url: string; readonly apiKey: string }

/** Read and write for the owner alone. */
const PRIVATE = 0o600
const FOREIGN_BITS = 0o077

/** What `declaim login` kept; undefined if it kept nothing. Refuses a file that others can read. */
export async function readLogin(file: string): Promise<Login | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    return refuseFile('read', file, error)
  })
  if (text === undefined) return undefined
  if (process.platform !== 'win32' && ((await stat(file)).mode & FOREIGN_BITS) !== 0) {
    throw new CommandError('noPermission', `Cannot use ${file}: other users can read the key. Run "chmod 600 ${file}"`)
  }
  return parseLogin(text, file)
}

function parseLogin(text: string, file: string): Login {
  try {
    const { url, apiKey } = JSON.parse(text) as Partial<Login>
    if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey }
  } catch {}
  throw new CommandError('config', `Cannot read ${file}: it holds no address and key. Run "declaim login" again`)
}

export async function writeLogin(file: string, { url, apiKey }: Login): Promise<void> {
  await makeFolder(dirname(file), 0o700)
  await writeFile(file, `${JSON.stringify({ url, apiKey }, null, 2)}\n`, { mode: PRIVATE }).catch((error: unknown) =>
    refuseFile('write', file, error),
  )
  // The mode above counts for new files only.
  await chmod(file, PRIVATE)
}

/** Forgets the login; false if there was none. */
export async function removeLogin(file: string): Promise<boolean> {
  if ((await readFile(file).catch(() => undefined)) === undefined) return false
  await rm(file)
  return true
}
