import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openCacheFile } from './cache-file-reader.ts'
import { CacheFileWriter } from './cache-file-writer.ts'
import type { DiskCache, DiskCacheFigures, EntryRecorder, KeptEntry } from './disk-cache.ts'
import { createFreeSpace, type FreeSpace } from './free-space.ts'
import { type CacheEntry, inBlocks, isCacheKey, listCacheFiles } from './list-cache-files.ts'
import { tellRarely } from './tell-rarely.ts'

export type FolderCacheOptions = {
  /** Bytes on disk, in whole blocks. */
  readonly limitBytes: number
  /** Called with the reason why the disk cannot be used, at most once a minute. */
  readonly onTrouble: (error: unknown) => void
}

/** Number of entries of the largest size that fit. */
const LEAST_ENTRIES = 4
/** What waits to be written is in memory. */
const MAX_WAITING_BYTES = 32 << 20
/** The order of use outlives the process, but not every use is worth a write. */
const TOUCH_INTERVAL_MS = 60 * 60_000

/**
 * A cache of files below `folder`, with eviction of the least recently used. Existing files are found in the background;
 * those of one process at a time. A file is written to a temporary name and renamed, not flushed: what a power cut
 * leaves half written is found out when it is read.
 */
export function createFolderCache(folder: string, options: FolderCacheOptions): DiskCache {
  return new FolderCache(folder, options)
}

class FolderCache implements DiskCache {
  readonly #folder: string
  readonly #limitBytes: number
  readonly #tell: (error: unknown) => void
  /** By key, the one used last at the end. Whole once the folder has been listed. */
  #entries = new Map<string, CacheEntry>()
  #bytes = 0
  #isListed = false
  readonly #space: FreeSpace
  readonly #writers = new Set<CacheFileWriter>()
  #waitingBytes = 0
  /** Entries that are not yet under their names. */
  readonly #finishing = new Map<string, Promise<void>>()
  /** Resolves when the unfinished files of earlier processes are removed. */
  readonly #isTidy: Promise<unknown>
  /** Listing and eviction, one after the other. */
  #work: Promise<void>
  #isClosed = false
  readonly #counts = { evictions: 0, corrupt: 0, dropped: 0, failedWrites: 0 }

  constructor(folder: string, { limitBytes, onTrouble }: FolderCacheOptions) {
    this.#folder = folder
    this.#limitBytes = limitBytes
    this.#tell = tellRarely(onTrouble)
    this.#space = createFreeSpace(folder)
    this.#isTidy = this.#try(() => rm(join(folder, 'unfinished'), { recursive: true, force: true }))
    this.#work = this.#isTidy.then(() => this.#list())
  }

  async open(key: string): Promise<KeptEntry | undefined> {
    await this.#finishing.get(key)
    if (this.#isListed && !this.#entries.has(key)) return undefined
    let isDamaged = false
    const entry = await this.#try(async () => {
      const found = await openCacheFile(this.#pathOf(key), key)
      isDamaged = found === undefined
      return found
    })
    if (isDamaged) {
      this.#counts.corrupt++
      await this.#remove(key)
    } else if (entry === undefined) this.#forget(key)
    else this.#use(key, entry.fileBytes)
    return entry
  }

  begin(key: string): EntryRecorder {
    const writer = this.#createWriter(key)
    this.#writers.add(writer)
    const abandon = (): void => void writer.giveUp().then(() => this.#writers.delete(writer))
    if (this.#space.isStale()) void this.makeRoom()
    if (this.#isClosed || this.#space.isShort()) abandon()
    return {
      add: (part) => writer.add(part),
      finish: (description) => {
        const before = this.#finishing.get(key)
        const written = writer.finish(description)
        const kept = Promise.all([written, before]).then(async ([fileBytes]) => {
          if (fileBytes !== undefined) await this.#keep(key, writer.path, fileBytes)
          this.#writers.delete(writer)
          if (this.#finishing.get(key) === kept) this.#finishing.delete(key)
        })
        this.#finishing.set(key, kept)
        this.#work = this.#work.then(() => kept).then(() => this.#evict())
      },
      abandon,
    }
  }

  async makeRoom(): Promise<void> {
    await this.#space.measure()
    if (!this.#space.isShort()) return
    this.#work = this.#work.then(() => this.#evict())
    await this.#work
  }

  figures(): DiskCacheFigures {
    const limitBytes = this.#limitBytes
    return { entries: this.#entries.size, bytes: this.#bytes, limitBytes, ...this.#counts }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#writers].map((writer) => writer.giveUp()))
    await this.#work
  }

  #createWriter(key: string): CacheFileWriter {
    return new CacheFileWriter(join(this.#folder, 'unfinished', randomUUID()), {
      key,
      maxBytes: Math.floor(this.#limitBytes / LEAST_ENTRIES),
      after: this.#isTidy,
      reserve: (bytes) => {
        const isRoom = this.#waitingBytes + bytes <= MAX_WAITING_BYTES
        if (isRoom) this.#waitingBytes += bytes
        else this.#counts.dropped++
        return isRoom
      },
      free: (bytes) => {
        this.#waitingBytes -= bytes
      },
      onFailure: (error) => {
        this.#counts.failedWrites++
        this.#tell(error)
        void this.makeRoom()
      },
    })
  }

  /** Puts a finished file under its name, as the entry that was used last. */
  async #keep(key: string, file: string, fileBytes: number): Promise<void> {
    try {
      const path = this.#pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(file, path)
    } catch (error) {
      this.#counts.failedWrites++
      this.#tell(error)
      await this.#try(() => rm(file, { force: true }))
      return
    }
    this.#add(key, { bytes: inBlocks(fileBytes), touchedAt: Date.now() })
  }

  /** Puts what is on disk before what was used meanwhile, the least recently used first. */
  async #list(): Promise<void> {
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
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#limitBytes && !this.#space.isShort()) return
      this.#counts.evictions++
      await this.#remove(key)
      this.#space.freed(bytes)
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

  /** The result of a file system call; undefined if it fails. A missing file is not an error. */
  async #try<Value>(call: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await call()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tell(error)
      return undefined
    }
  }

  #pathOf(key: string): string {
    if (!isCacheKey(key)) throw new Error(`Cannot use cache key "${key}"`)
    return join(this.#folder, key.slice(0, 2), key)
  }
}
