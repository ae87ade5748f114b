import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillBytes } from './fill-bytes.ts'
import { tellRarely } from './tell-rarely.ts'

/** A folder for bytes that would take too much memory. */
export interface SpillFolder {
  /** Writes bytes to a file of their own, which the caller closes; they stay as they are until it resolves. Undefined if the disk does not take them. */
  store(bytes: Uint8Array): Promise<SpillFile | undefined>
}

/** Bytes on disk, until they are closed or the process ends. */
export interface SpillFile {
  /** Rejects if the disk does not give back what it took. */
  read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Spills to files below `folder`, which is emptied first. `onTrouble` is called with the reason why the disk cannot be used, at most once a minute. */
export async function openSpillFolder(folder: string, onTrouble: (error: unknown) => void): Promise<SpillFolder> {
  await rm(folder, { recursive: true, force: true })
  const tell = tellRarely(onTrouble)
  return {
    async store(bytes) {
      try {
        // Each time, so that an operator may remove the folder while the service runs.
        await mkdir(folder, { recursive: true })
        return await spillTo(join(folder, randomUUID()), bytes)
      } catch (error) {
        tell(error)
        return undefined
      }
    },
  }
}

/** The file has no name once it is open, so that the system frees its room whenever it is closed, also when the process is killed. */
export async function spillTo(path: string, bytes: Uint8Array): Promise<SpillFile> {
  const file = await open(path, 'w+')
  try {
    await rm(path)
    await file.writeFile(bytes)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    read: (start, length) => fillBytes(Buffer.allocUnsafeSlow(length), { file, start }),
    close: () => file.close(),
  }
}
