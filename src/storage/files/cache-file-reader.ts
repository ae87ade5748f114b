import { type FileHandle, open } from 'node:fs/promises'
import { type CacheFileTail, checksumOf, END_BYTES, parseCacheTail, tailBytes } from './cache-file.ts'
import type { KeptEntry } from './disk-cache.ts'
import { fillBytes } from './fill-bytes.ts'

/** Nearly every tail is shorter, and is read at once. */
const USUAL_TAIL_BYTES = 4096
/** Bytes read at once if nothing of them is kept. */
const BLOCK_BYTES = 256 << 10

/**
 * Opens a file that holds an entry, and reads it once from end to end. Undefined if it is not all that was written under this
 * key; rejects if there is no file, or it cannot be read.
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

type PartLocation = { readonly start: number; readonly length: number; readonly checksum: number }

/** An entry in its open file. */
export class CacheFileReader implements KeptEntry {
  readonly fileBytes: number
  readonly description: Uint8Array
  readonly #file: FileHandle
  readonly #places: readonly PartLocation[]

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
    const blocks = joinPlaces(this.#places)
    const room = Buffer.allocUnsafeSlow(Math.max(0, ...blocks.map(({ length }) => length)))
    for (const { start, length, places } of blocks) {
      const bytes = await fillBytes(room.subarray(0, length), { file: this.#file, start })
      const isSame = (place: PartLocation): boolean => {
        const at = place.start - start
        return checksumOf(bytes.subarray(at, at + place.length)) === place.checksum
      }
      if (!places.every(isSame)) return false
    }
    return true
  }

  async read(part: number): Promise<Uint8Array<ArrayBuffer>> {
    const { start, length, checksum } = this.#places[part]!
    const bytes = await fillBytes(Buffer.allocUnsafeSlow(length), { file: this.#file, start })
    if (checksumOf(bytes) !== checksum) throw new Error('Cannot read on from the cache: the file has changed')
    return bytes
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

type Block = { readonly start: number; readonly length: number; readonly places: readonly PartLocation[] }

/** Places that follow one another, as blocks of the usual size; a larger place is a block of its own. */
function joinPlaces(places: readonly PartLocation[]): readonly Block[] {
  const blocks: Block[] = []
  for (const place of places) {
    const { start, length, places: joined } = blocks.at(-1) ?? { start: 0, length: 0, places: [] }
    const isRoom = length + place.length <= BLOCK_BYTES
    if (isRoom) blocks.splice(-1, 1, { start, length: length + place.length, places: [...joined, place] })
    else blocks.push({ start: place.start, length: place.length, places: [place] })
  }
  return blocks
}

/** Returns the tail of an entry; undefined if the file has none. */
async function readTail(file: FileHandle, fileBytes: number): Promise<Buffer> {
  const readLast = async (length: number): Promise<Buffer> =>
    await fillBytes(Buffer.allocUnsafeSlow(length), { file, start: fileBytes - length })
  const last = await readLast(Math.min(fileBytes, USUAL_TAIL_BYTES))
  const length = tailBytes(last.subarray(-END_BYTES)) ?? 0
  if (length > fileBytes) return Buffer.alloc(0)
  return length > last.length ? await readLast(length) : last.subarray(last.length - length)
}
