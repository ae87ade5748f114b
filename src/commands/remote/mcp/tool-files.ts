import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { CommandError } from '../../exit-codes.ts'
import { makeFolder } from '../../files.ts'

/**
 * The absolute path of a file that a tool may write: inside `directory`, whose missing folders are made. Throws if the file is
 * elsewhere.
 */
export async function placeFile(directory: string, file: string): Promise<string> {
  const path = resolve(directory, file)
  const inside = relative(directory, path)
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside))
    throw new CommandError('usage', `Cannot write ${file}: expected a file inside ${directory}`)
  await makeFolder(dirname(path))
  return path
}
