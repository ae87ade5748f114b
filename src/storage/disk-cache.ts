/** Bytes that are kept on disk as long as there is room, and may be gone at any time. A key is a SHA-256 hash in hexadecimal. */
export interface DiskCache {
  /** What has more bytes than this is not kept. */
  readonly maxEntryBytes: number
  /** What was put under the key; undefined where there is nothing, or not what was written. Never rejects. */
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * Keeps the parts, one after another, in the background, in place of what is there; the caller leaves them as they
   * are. Nothing is kept where too much waits to be written, or where writing fails.
   */
  put(key: string, parts: readonly Uint8Array[]): void
  figures(): DiskCacheFigures
  /** Writes what waits. Nothing is kept from then on. */
  close(): Promise<void>
}

/** How a cache is doing. Counts are those of this process. */
export type DiskCacheFigures = {
  readonly entries: number
  /** On disk, in whole blocks. */
  readonly bytes: number
  readonly limitBytes: number
  /** Removed to stay below the limit. */
  readonly evictions: number
  /** Found to be other than what was written, and removed. */
  readonly corrupt: number
  /** Not kept, because too much waited to be written. */
  readonly dropped: number
  /** Not kept, because writing failed. */
  readonly failedWrites: number
}
