import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatCacheFile, parseCacheFile } from './cache-file.ts'
import type { DiskCache, DiskCacheFigures } from './disk-cache.ts'
import { type CacheEntry, inBlocks, isCacheKey, listCacheFiles } from './list-cache-files.ts'

export type FolderCacheOptions = {
  /** Bytes on disk, in whole blocks. */
  readonly limitBytes: number
  /** Hears why the disk cannot be used, once a minute at most. */
  readonly onTrouble: (error: unknown) => void
}

/** So many of the largest entries fit. */
const LEAST_ENTRIES = 4
/** What waits to be written is in memory. */
const MAX_WAITING_BYTES = 32 << 20
/** The order of use outlives the process, but not every use is worth a write. */
const TOUCH_INTERVAL_MS = 60 * 60_000
const TROUBLE_INTERVAL_MS = 60_000

/**
 * A cache of files below `folder`, of which the least recently used go first. Files that are there are found in the background;
 * those of one process at a time. A file is written to a temporary name and renamed, not flushed: what a power cut
 * leaves half written is found out when it is read.
 */
export function createFolderCache(folder: string, options: FolderCacheOptions): DiskCache {
  return new FolderCache(folder, options)
}

class FolderCache implements DiskCache {
  readonly maxEntryBytes: number
  readonly #folder: string
  readonly #options: FolderCacheOptions
  /** By key, the one used last at the end. Whole once the folder has been listed. */
  #entries = new Map<string, CacheEntry>()
  #bytes = 0
  #isListed = false
  readonly #waiting = new Map<string, readonly Uint8Array[]>()
  #waitingBytes = 0
  /** The listing and the writes, one after another. */
  #work: Promise<void>
  #isClosed = false
  #troubleToldAt = Number.NEGATIVE_INFINITY
  readonly #counts = { evictions: 0, corrupt: 0, dropped: 0, failedWrites: 0 }

  constructor(folder: string, options: FolderCacheOptions) {
    this.#folder = folder
    this.#options = options
    this.maxEntryBytes = Math.floor(options.limitBytes / LEAST_ENTRIES)
    this.#work = this.#list()
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return Buffer.concat(waiting)
    if (this.#isListed && !this.#entries.has(key)) return undefined
    const file = await this.#try(() => readFile(this.#pathOf(key)))
    if (file === undefined) {
      this.#forget(key)
      return undefined
    }
    const content = parseCacheFile(key, file)
    if (content === undefined) {
      this.#counts.corrupt++
      await this.#remove(key)
      return undefined
    }
    this.#use(key, file.length)
    return content
  }

  put(key: string, parts: readonly Uint8Array[]): void {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0)
    if (this.#isClosed || bytes > this.maxEntryBytes || this.#waiting.has(key)) return
    if (this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      this.#counts.dropped++
      return
    }
    this.#waiting.set(key, parts)
    this.#waitingBytes += bytes
    this.#work = this.#work.then(async () => {
      await this.#write(key, parts)
      this.#waiting.delete(key)
      this.#waitingBytes -= bytes
    })
  }

  figures(): DiskCacheFigures {
    const { limitBytes } = this.#options
    return { entries: this.#entries.size, bytes: this.#bytes, limitBytes, ...this.#counts }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#work
  }

  async #write(key: string, parts: readonly Uint8Array[]): Promise<void> {
    const file = formatCacheFile(key, parts)
    const isWritten = await this.#try(async () => {
      const path = this.#pathOf(key)
      const temporary = join(this.#folder, 'unfinished', randomUUID())
      // Each time, so that an operator may remove the folder while the service runs.
      await mkdir(dirname(path), { recursive: true })
      await mkdir(dirname(temporary), { recursive: true })
      try {
        await writeNew(temporary, file)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return true
    })
    if (isWritten === undefined) {
      this.#counts.failedWrites++
      return
    }
    this.#add(key, { bytes: inBlocks(file.reduce((sum, { length }) => sum + length, 0)), touchedAt: Date.now() })
    await this.#evict()
  }

  /** Puts what is on disk before what was used meanwhile, the least recently used first. */
  async #list(): Promise<void> {
    await this.#try(() => rm(join(this.#folder, 'unfinished'), { recursive: true, force: true }))
    const found = (await this.#try(() => listCacheFiles(this.#folder))) ?? []
    const used = this.#entries
    this.#entries = new Map()
    this.#bytes = 0
    for (const { key, ...entry } of found) if (!used.has(key)) this.#add(key, entry)
    for (const [key, entry] of used) this.#add(key, entry)
    this.#isListed = true
    await this.#evict()
  }

  async #evict(): Promise<void> {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#options.limitBytes) return
      this.#counts.evictions++
      await this.#remove(key)
    }
  }

  /** Puts an entry last, as the one that was used last. */
  #add(key: string, entry: CacheEntry): void {
    this.#forget(key)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  #use(key: string, fileBytes: number): void {
    const known = this.#entries.get(key)
    // It was evicted while it was read.
    if (known === undefined && this.#isListed) return
    const entry = known ?? { bytes: inBlocks(fileBytes), touchedAt: 0 }
    this.#add(key, entry)
    const now = Date.now()
    if (now - entry.touchedAt < TOUCH_INTERVAL_MS) return
    entry.touchedAt = now
    const seconds = now / 1000
    void this.#try(() => utimes(this.#pathOf(key), seconds, seconds))
  }

  async #remove(key: string): Promise<void> {
    this.#forget(key)
    await this.#try(() => rm(this.#pathOf(key), { force: true }))
  }

  /** What a call of the file system gives; undefined where it fails. That a file is gone is no trouble. */
  async #try<Value>(call: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await call()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tell(error)
      return undefined
    }
  }

  #tell(error: unknown): void {
    const now = Date.now()
    if (now - this.#troubleToldAt < TROUBLE_INTERVAL_MS) return
    this.#troubleToldAt = now
    this.#options.onTrouble(error)
  }

  #pathOf(key: string): string {
    if (!isCacheKey(key)) throw new Error(`Cannot use cache key "${key}"`)
    return join(this.#folder, key.slice(0, 2), key)
  }
}

async function writeNew(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(parts)
  } finally {
    await file.close()
  }
}
