import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { CommandError } from '../../exit-codes.ts'
import { makeFolder } from '../../files.ts'

/**
 * The absolute path, without links, of a file that a tool may write: inside `directory`, whose missing folders are made. Throws if the
 * file is elsewhere, also by a symbolic link, and makes no folder then.
 */
export async function placeFile(directory: string, file: string): Promise<string> {
  const refuse = (): never => {
    throw new CommandError('usage', `Cannot write ${file}: expected a file inside ${directory}`)
  }
  const path = resolve(directory, file)
  if (path === resolve(directory) || !isInside(resolve(directory), path)) refuse()
  await makeFolder(directory)
  const root = await realpath(directory)
  const folder = dirname(path)
  if (!isInside(root, await nearestFolder(folder))) refuse()
  await makeFolder(folder)
  const real = await realpath(folder)
  return isInside(root, real) ? join(real, basename(path)) : refuse()
}

/** Whether a path is a folder or below it. */
function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '..' && !/^\.\.[/\\]/.test(inside) && !isAbsolute(inside)
}

/** The real path of the deepest folder of a path that exists. */
async function nearestFolder(path: string): Promise<string> {
  return await realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return await nearestFolder(dirname(path))
  })
}
