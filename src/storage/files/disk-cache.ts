/** Bytes that are kept on disk as long as there is room, and may be gone at any time. A key is a SHA-256 hash in hexadecimal. */
export interface DiskCache {
  /** What was kept under the key; undefined if there is nothing, or not what was written. The caller closes it. Never rejects. */
  open(key: string): Promise<KeptEntry | undefined>
  /** Begins an entry, which is written in the background while it grows. */
  begin(key: string): EntryRecorder
  /** Removes entries, the least recently used first, until the file system has its reserve of free space again. */
  makeRoom(): Promise<void>
  figures(): DiskCacheFigures
  /** Writes what is finished and waits. Nothing is kept from then on. */
  close(): Promise<void>
}

/** An entry that has been found whole. It stays readable, also when it makes room for others, until it is closed. */
export interface KeptEntry {
  readonly description: Uint8Array
  /** The bytes of a part, counted from 0, in memory of their own. Rejects if the disk fails, or does not give what was written. */
  read(part: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** An entry under way. It is given up if it grows too large, if too much waits to be written, or if writing fails. */
export interface EntryRecorder {
  /** Adds a part; the caller may change the bytes afterwards. */
  add(part: Uint8Array): void
  /** Keeps the entry, in place of what is there. */
  finish(description: Uint8Array): void
  /** Keeps nothing, unless it was finished before. */
  abandon(): void
}

/** Statistics of a cache. Counts are those of this process. */
export type DiskCacheFigures = {
  readonly entries: number
  /** On disk, in whole blocks. */
  readonly bytes: number
  readonly limitBytes: number
  /** Removed to stay below the limit. */
  readonly evictions: number
  /** Found damaged, and removed. */
  readonly corrupt: number
  /** Not kept, because too much waited to be written. */
  readonly dropped: number
  /** Not kept, because writing failed. */
  readonly failedWrites: number
}
