import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of a cache. */
export type CacheEntry = {
  /** On disk, in whole blocks. */
  readonly bytes: number
  /** When its last use was noted on disk: epoch milliseconds. */
  touchedAt: number
}

/** Files take whole blocks of nearly every file system. */
const BLOCK_BYTES = 4096

/** What a file of so many bytes takes on disk. */
export function inBlocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
}

/** Whether this is a SHA-256 hash in hexadecimal. */
export function isCacheKey(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name)
}

/** The entries below a folder, each in a folder of its first two digits; the least recently used first. Rejects if there is no folder. */
export async function listCacheFiles(folder: string): Promise<readonly (CacheEntry & { readonly key: string })[]> {
  const found: (CacheEntry & { readonly key: string })[] = []
  for (const part of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    const names = await readdir(join(folder, part))
    const entries = names.filter(isCacheKey).map(async (key) => {
      const { size, mtimeMs } = await stat(join(folder, part, key))
      return { key, bytes: inBlocks(size), touchedAt: mtimeMs }
    })
    // A file that goes meanwhile is none.
    for (const entry of await Promise.allSettled(entries)) if (entry.status === 'fulfilled') found.push(entry.value)
  }
  return found.toSorted((one, other) => one.touchedAt - other.touchedAt)
}
