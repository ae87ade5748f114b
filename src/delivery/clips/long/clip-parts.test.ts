import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../../../test/support/create-test-key.ts'
import { CLIP } from '../../../../test/support/describe-storage.ts'
import type { BlobStore } from '../../../storage/blob-store.ts'
import type { Database } from '../../../storage/database.ts'
import { openDatabase } from '../../../storage/embedded/open-database.ts'
import { openFileBlobStore } from '../../../storage/files/file-blob-store.ts'
import { insertClips } from '../../../storage/records/accept-clips.ts'
import { type ClipPart, findClipParts } from '../../../storage/records/clip-parts.ts'
import { deleteClip } from '../../../storage/records/clips.ts'
import { findLeadingParts, readPart, removeClipParts, removePart, storePart } from './clip-parts.ts'

let folder: string
let db: Database
let blobs: BlobStore
let clipId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-parts-'))
  db = await openDatabase(':memory:')
  blobs = await openFileBlobStore(folder)
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  const { accountId } = (await createTestKey(db, { name: 'x', now: 1 })).record
  clipId = (await insertClips(db, { accountId, clips: [CLIP], now: 1 }))[0]!.id
})

const SAMPLES = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i))
const CHUNKS = [SAMPLES.subarray(0, 7), SAMPLES.subarray(7, 7), SAMPLES.subarray(7)]

async function store(firstSegment: number, segments: number, engineVersion = '1'): Promise<ClipPart> {
  const part = { clipId, firstSegment, segments, engineVersion, sampleRate: 16_000, words: [] }
  const stored = await storePart(part, CHUNKS, { db, blobs })
  if (stored === false) throw new Error('The clip is gone')
  return stored
}

const keys = async () => {
  const found: string[] = []
  for await (const { key } of blobs.list('parts/')) if (key.includes(clipId)) found.push(key)
  return found.toSorted()
}
const leading = async (engineVersion = '1') =>
  (await findLeadingParts(db, { clipId, engineVersion })).map(({ firstSegment, segments }) => [firstSegment, segments])

test('the samples of a part come back as they were, to the bit', async () => {
  const part = await store(0, 2)
  expect(part.samples).toBe(1000)
  expect(await readPart(part, blobs)).toEqual(SAMPLES)
})

test('a clip goes on behind the parts that it begins with, without a gap', async () => {
  await store(0, 2)
  await store(2, 1)
  await store(4, 3)
  expect(await leading()).toEqual([
    [0, 2],
    [2, 1],
  ])
  await store(3, 1)
  expect(await leading()).toEqual([
    [0, 2],
    [2, 1],
    [3, 1],
    [4, 3],
  ])
})

test('of parts that overlap, those that follow one another count, the longest first', async () => {
  await store(0, 1)
  await store(0, 3)
  await store(1, 2)
  await store(3, 1)
  expect(await leading()).toEqual([
    [0, 3],
    [3, 1],
  ])
})

test('parts that another version of the engine spoke do not count', async () => {
  await store(0, 2, '1')
  await store(2, 2, '2')
  expect(await leading('1')).toEqual([[0, 2]])
  expect(await leading('2')).toEqual([])
})

test('a part that is missing, cut short or changed is not used', async () => {
  const part = await store(0, 1)
  const [key] = await keys()
  const bytes = await buffer(blobs.read(key!))
  await blobs.put(key!, [bytes.subarray(0, 3996)])
  expect(await readPart(part, blobs)).toBeUndefined()
  await blobs.put(key!, [bytes.with(500, bytes[500]! ^ 1)])
  expect(await readPart(part, blobs)).toBeUndefined()
  await blobs.put(key!, [bytes])
  expect(await readPart(part, blobs)).toEqual(SAMPLES)
  await blobs.delete(key!)
  expect(await readPart(part, blobs)).toBeUndefined()
})

test('a part of a clip that is gone is not stored', async () => {
  await deleteClip(db, clipId)
  const part = { clipId, firstSegment: 0, segments: 1, engineVersion: '1', sampleRate: 16_000, words: [] }
  expect(await storePart(part, CHUNKS, { db, blobs })).toBe(false)
  expect(await keys()).toEqual([])
})

test('parts are removed one by one, or all of them, with their samples', async () => {
  const [first] = [await store(0, 1), await store(1, 1), await store(2, 1)]
  await removePart(first!, { db, blobs })
  expect((await findClipParts(db, clipId)).length).toBe(2)
  expect(await keys()).toHaveLength(2)
  await removeClipParts(clipId, { db, blobs })
  expect([await findClipParts(db, clipId), await keys()]).toEqual([[], []])
})
