import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, fdatasync, fsync, open, openSync, writev } from 'node:fs'
import { mkdir, open as openHandle, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { checkBlobKey } from '../blob-key.ts'
import type { BlobStore, StoredBytes } from '../blob-store.ts'

// Only calls that may wait for the disk run on another thread. Closing a flushed file, and opening the folder that it has just been
// moved to, take less time than the switch to that thread.
const [openFile, write, flushData, flush] = [promisify(open), promisify(writev), promisify(fdatasync), promisify(fsync)]
/** One block of nearly every file system. */
const PROBE_BYTES = 4096
const UNFINISHED = 'unfinished'

/**
 * Keeps blobs as files below `folder`. A blob is written to a temporary name, flushed and renamed,
 * so a file under its own name is always whole. Temporary files of earlier processes are removed.
 */
export async function openFileBlobStore(folder: string): Promise<BlobStore> {
  const unfinished = join(folder, UNFINISHED)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  return openFileReader(folder)
}

/** Opens such a folder while another process owns it, or an old copy of it. */
export function openFileReader(folder: string): BlobStore {
  const unfinished = join(folder, UNFINISHED)

  function pathOf(key: string): string {
    return join(folder, checkBlobKey(key))
  }

  const store: BlobStore = {
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
    async putStream(key, parts) {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        const stored = await writeStreamDurably(temporary, parts)
        await moveInto(temporary, path)
        await flushFolder(dirname(path))
        return stored
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(undefinedIfMissing)
      return found?.size
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    async *list(prefix) {
      for await (const entry of walkFiles(join(folder, prefix))) {
        const found = await stat(entry).catch(undefinedIfMissing)
        const key = relative(folder, entry).replaceAll(sep, '/')
        if (found !== undefined) yield { key, modifiedAt: found.mtimeMs }
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async check() {
      const temporary = join(unfinished, randomUUID())
      try {
        await writeDurably(temporary, [Buffer.alloc(PROBE_BYTES)])
      } finally {
        await rm(temporary, { force: true })
      }
    },
    until: () => store,
    close: () => {},
  }
  return store
}

/** The paths of all files below a folder; none if there is no such folder. */
async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walkFiles(path)
    else if (entry.isFile()) yield path
  }
}

/** Renames a file. Creates the target folder if it is missing, which is rare. */
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
  const file = await openFile(path, 'wx')
  try {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    const { bytesWritten } = await write(file, parts)
    if (bytesWritten < bytes) {
      const message = `Cannot write ${path}: it took ${bytesWritten} of ${bytes} bytes`
      throw Object.assign(new Error(message), { code: 'ENOSPC' })
    }
    await flushData(file)
  } finally {
    closeSync(file)
  }
}

async function writeStreamDurably(path: string, parts: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const file = await openHandle(path, 'wx')
  try {
    let stored: StoredBytes = { bytes: 0, crc32: 0 }
    for await (const part of parts) {
      await file.writeFile(part)
      stored = { bytes: stored.bytes + part.length, crc32: crc32(part, stored.crc32) }
    }
    await file.datasync()
    return stored
  } finally {
    await file.close()
  }
}

/** Makes a rename durable. Windows has no such thing for folders. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    await flush(folder)
  } finally {
    closeSync(folder)
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
