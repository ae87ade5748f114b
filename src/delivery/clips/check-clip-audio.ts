import { crc32 } from 'node:zlib'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { ClipFile } from './list-clip-audio.ts'

/**
 * Reads a file of a clip and hands its bytes on. Returns what is wrong with it, undefined if nothing is: it is missing, or has
 * another size or checksum than when it was stored.
 */
export async function checkClipAudio(
  { key, bytes, crc32: checksum }: ClipFile,
  blobs: BlobStore,
  onBytes: (bytes: Buffer) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const size = await blobs.size(key)
  // Which files a clip of an early version has is not written down.
  if (size === undefined) return bytes === undefined ? undefined : `${key} is missing`
  if (bytes !== undefined && size !== bytes) return `${key} has ${size} bytes instead of ${bytes}`
  let found = 0
  for await (const piece of blobs.read(key)) {
    found = crc32(piece as Buffer, found)
    await onBytes(piece as Buffer)
  }
  return checksum === undefined || found === checksum
    ? undefined
    : `${key} has another checksum than when it was stored`
}
