import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { BlobStore } from '../../../storage/blob-store.ts'
import type { Database } from '../../../storage/database.ts'
import { type ClipPart, deleteClipPart, findClipParts, insertClipPart } from '../../../storage/records/clip-parts.ts'

type PartStores = { readonly db: Database; readonly blobs: BlobStore }
type PartPlace = Pick<ClipPart, 'clipId' | 'firstSegment' | 'segments'>

/** Storage key of a part. Two workers that render the same clip store the same bytes under it. */
function clipPartKey({ clipId, firstSegment, segments }: PartPlace): string {
  return `parts/${clipId.slice(0, 2)}/${clipId}.${firstSegment}-${segments}.f32`
}

/** Stores a part: first its samples, as 32-bit floats, then the record. False if its clip is gone; nothing is stored then. */
export async function storePart(
  part: Omit<ClipPart, 'samples' | 'crc32'>,
  chunks: readonly Float32Array[],
  { db, blobs }: PartStores,
): Promise<ClipPart | false> {
  const bytes = chunks.map((samples) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength))
  const samples = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const stored = { ...part, samples, crc32: bytes.reduce((checksum, one) => crc32(one, checksum), 0) }
  const key = clipPartKey(part)
  await blobs.put(key, bytes)
  if (await insertClipPart(db, stored)) return stored
  await blobs.delete(key)
  return false
}

/** The parts that a clip begins with, without a gap, by the same version of its engine. */
export async function findLeadingParts(
  db: Database,
  { clipId, engineVersion }: Pick<ClipPart, 'clipId' | 'engineVersion'>,
): Promise<readonly ClipPart[]> {
  const parts: ClipPart[] = []
  let next = 0
  for (const part of await findClipParts(db, clipId)) {
    if (part.firstSegment !== next || part.engineVersion !== engineVersion) continue
    parts.push(part)
    next += part.segments
  }
  return parts
}

/** The samples of a part; undefined if they are missing or damaged. */
export async function readPart(part: ClipPart, blobs: BlobStore): Promise<Float32Array<ArrayBuffer> | undefined> {
  const key = clipPartKey(part)
  if ((await blobs.size(key)) !== 4 * part.samples) return undefined
  const bytes = await buffer(blobs.read(key))
  if (crc32(bytes) !== part.crc32) return undefined
  const samples = new Float32Array(part.samples)
  Buffer.from(samples.buffer).set(bytes)
  return samples
}

/** Removes a part, first its record. */
export async function removePart(part: PartPlace, { db, blobs }: PartStores): Promise<void> {
  await deleteClipPart(db, part)
  await blobs.delete(clipPartKey(part))
}

/** Removes all parts of a clip. */
export async function removeClipParts(clipId: string, stores: PartStores): Promise<void> {
  for (const part of await findClipParts(stores.db, clipId)) await removePart(part, stores)
}
