import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CommandError } from './exit-codes.ts'

/** Reads a text in UTF-8 that the user names. Throws CommandError that names the file and what is wrong with it. */
export async function readTextFile(file: string | URL): Promise<string> {
  const name = file.toString()
  return decodeText(await readFile(file).catch((error: unknown) => refuseFile('read', name, error)), name)
}

/** Reads a text in UTF-8 from standard input, to its end. */
export async function readStandardInput(): Promise<string> {
  return decodeText(await buffer(process.stdin), 'standard input')
}

/** Other encodings would become U+FFFD without a word, and would then be spoken without their accents. */
function decodeText(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError('data', `Cannot read ${source}: it is not text in UTF-8; save it as UTF-8`)
  }
}

/** Writes a file that the user names, or standard output for `-`. Throws as `readTextFile`. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  if (file === '-') return await writeStandardOutput(content)
  await writeFile(file, content).catch((error: unknown) => refuseFile('write', file, error))
}

async function writeStandardOutput(content: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // A reader that closed the pipe has what it wants.
    process.stdout.write(content, (error) =>
      error === null || error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE'
        ? resolve()
        : reject(error),
    )
  })
}

/** Names of what a folder that the user names has in it, in order. Throws as `readTextFile`. */
export async function listFolder(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => refuseFile('read', folder, error))
  return names.toSorted()
}

/** Makes a folder that the user names, and those above it. Throws as `readTextFile`. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  await makeFolders(folder, mode).catch((error: unknown) => refuseFile('make', folder, error))
}

/** Not `recursive` of Node: that never ends on a file system such as /proc, which takes no folders but says that one above is missing. */
async function makeFolders(folder: string, mode: number | undefined): Promise<void> {
  if (await isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) await makeFolders(parent, mode)
  await mkdir(folder, mode).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made it meanwhile.
    if (error.code !== 'EEXIST' || !(await isFolder(folder))) throw error
  })
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

type Action = 'read' | 'write' | 'make'
type Problem = readonly [exit: ConstructorParameters<typeof CommandError>[0], sentence: string]

/** Throws what a system error means for a file, with the exit code of sysexits.h; anything else as it is. */
export function refuseFile(action: Action, file: string, error: unknown): never {
  const problem = problemOf(action, file, (error as NodeJS.ErrnoException).code ?? '')
  if (problem === undefined) throw error
  const [exit, sentence] = problem
  const what = action === 'make' ? `make the folder ${file}` : `${action} ${file}`
  throw new CommandError(exit, `Cannot ${what}: ${sentence}`)
}

function problemOf(action: Action, file: string, code: string): Problem | undefined {
  const missing = action === 'read' ? 'noInput' : 'cannotCreate'
  switch (code) {
    case 'ENOENT':
      return [missing, describeMissing(action, file)]
    case 'ENOTDIR':
      return [missing, 'a part of its path is a file, not a folder']
    case 'EISDIR':
      return [missing, 'it is a folder; name a file']
    case 'EEXIST':
      return [missing, 'a file has this name; name another']
    case 'EACCES':
    case 'EPERM':
      return ['noPermission', 'this user may not; change its permissions, or name another']
    case 'EROFS':
      return ['cannotCreate', 'the file system is read-only; name another place']
    case 'ENAMETOOLONG':
      return [missing, 'its name is too long; name another']
    case 'ENOSPC':
    case 'EDQUOT':
      return ['inputOutput', 'the disk is full; make room']
    case 'EIO':
      return ['inputOutput', 'the disk fails']
    default:
      return undefined
  }
}

function describeMissing(action: Action, file: string): string {
  if (action === 'read') return 'there is no such file'
  if (action === 'make') return 'its file system takes no folders; name another place'
  return `there is no folder ${dirname(file)}; make it first`
}
