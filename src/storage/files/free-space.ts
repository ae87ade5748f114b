import { statfs } from 'node:fs/promises'

/** The free space of a file system, and the part of it that a cache leaves to others. */
export interface FreeSpace {
  /** Whether less than the reserve is free, by the last measurement. */
  isShort(): boolean
  /** Whether the last measurement is old. */
  isStale(): boolean
  /** Asks the file system. An error counts as enough space. */
  measure(): Promise<void>
  /** Counts bytes that were freed since the last measurement. */
  freed(bytes: number): void
}

/** The reserve: this share of the file system, up to the limit. */
const RESERVE_SHARE = 0.05
const MAX_RESERVE_BYTES = 2 ** 30
const STALE_MS = 500

/** Measures the file system that holds `folder`. */
export function createFreeSpace(folder: string): FreeSpace {
  let missingBytes = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  return {
    isShort: () => missingBytes > 0,
    isStale: () => Date.now() - measuredAt > STALE_MS,
    async measure() {
      measuredAt = Date.now()
      try {
        const { bavail, blocks, bsize } = await statfs(folder)
        missingBytes = Math.min(MAX_RESERVE_BYTES, RESERVE_SHARE * blocks * bsize) - bavail * bsize
      } catch {
        missingBytes = 0
      }
    },
    freed(bytes) {
      missingBytes -= bytes
    },
  }
}
