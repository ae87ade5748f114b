import { type FileHandle, open } from 'node:fs/promises'
import { type CacheFileTail, checksumOf, END_BYTES, parseCacheTail, tailBytes } from './cache-file.ts'
import type { KeptEntry } from './disk-cache.ts'
import { readBytes } from './read-bytes.ts'

/** Nearly every tail is shorter, and is read at once. */
const USUAL_TAIL_BYTES = 4096

/**
 * Opens a file that holds an entry, and reads it once from end to end. Undefined where it is not all that was written under this
 * key; rejects where there is no file, or it cannot be read.
 */
export async function openCacheFile(path: string, key: string): Promise<CacheFileReader | undefined> {
  const file = await open(path)
  try {
    const { size: fileBytes } = await file.stat()
    const tail = parseCacheTail(await readTail(file, fileBytes), { key, fileBytes })
    const reader = tail && new CacheFileReader(file, { ...tail, fileBytes })
    if (await reader?.isWhole()) return reader
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return undefined
}

/** An entry in its open file. */
export class CacheFileReader implements KeptEntry {
  readonly fileBytes: number
  readonly description: Uint8Array
  readonly #file: FileHandle
  readonly #places: readonly { readonly start: number; readonly length: number; readonly checksum: number }[]

  constructor(file: FileHandle, { parts, description, fileBytes }: CacheFileTail & { readonly fileBytes: number }) {
    this.fileBytes = fileBytes
    this.description = description
    this.#file = file
    let start = 0
    this.#places = parts.map(({ bytes: length, checksum }) => {
      start += length
      return { start: start - length, length, checksum }
    })
  }

  async isWhole(): Promise<boolean> {
    for (const part of this.#places.keys()) if ((await this.#readChecked(part)) === undefined) return false
    return true
  }

  async read(part: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.#readChecked(part)
    if (bytes === undefined) throw new Error('Cannot read on from the cache: the file has changed')
    return bytes
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #readChecked(part: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { checksum, ...place } = this.#places[part]!
    const bytes = await readBytes(this.#file, place)
    return checksumOf(bytes) === checksum ? bytes : undefined
  }
}

/** What stands behind the parts of an entry; nothing where the file does not end as one. */
async function readTail(file: FileHandle, fileBytes: number): Promise<Buffer> {
  const readLast = async (length: number): Promise<Buffer> =>
    Buffer.from((await readBytes(file, { start: fileBytes - length, length })).buffer)
  const last = await readLast(Math.min(fileBytes, USUAL_TAIL_BYTES))
  const length = tailBytes(last.subarray(-END_BYTES)) ?? 0
  if (length > fileBytes) return Buffer.alloc(0)
  return length > last.length ? await readLast(length) : last.subarray(last.length - length)
}
