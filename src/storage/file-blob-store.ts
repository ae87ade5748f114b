import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from './blob-store.ts'

const KEY = /^[A-Za-z0-9][A-Za-z0-9.-]*(?:\/[A-Za-z0-9][A-Za-z0-9.-]*)*$/

/**
 * Keeps blobs as files below `folder`. A blob is written to a temporary name, flushed and renamed,
 * so a file under its own name is always whole. Temporary files of earlier processes are removed.
 */
export async function openFileBlobStore(folder: string): Promise<BlobStore> {
  const unfinished = join(folder, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`Cannot use blob key "${key}"`)
    return join(folder, key)
  }

  return {
    async put(key, parts) {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await writeDurably(temporary, parts)
        await moveInto(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await flushFolder(dirname(path))
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(undefinedIfMissing)
      return found?.size
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

/** Renames a file; makes the folder that it goes to where there is none, which is rare. */
async function moveInto(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const made = await mkdir(dirname(path), { recursive: true })
    await rename(temporary, path)
    if (made !== undefined)
      for (const folder of new Set([dirname(made), dirname(dirname(path))])) await flushFolder(folder)
  }
}

async function writeDurably(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx')
  try {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    const { bytesWritten } = await file.writev(parts)
    if (bytesWritten < bytes) throw new Error(`Cannot write ${path}: it took ${bytesWritten} of ${bytes} bytes`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Makes a rename durable. Windows has no such thing for folders. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
