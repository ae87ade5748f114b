import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BlobStore } from '../../storage/blob-store.ts'
import { openFileBlobStore } from '../../storage/files/file-blob-store.ts'
import { checkClipAudio } from './check-clip-audio.ts'

/** More than a stream reads at a time. */
const BYTES = Buffer.from(Float64Array.from({ length: 30_000 }, (_, i) => Math.sin(i)).buffer)
const KEY = 'clips/ab/one.wav'
const FILE = { clipId: 'one', key: KEY, bytes: BYTES.length, crc32: crc32(BYTES) }

let folder: string
let blobs: BlobStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-check-'))
  blobs = await openFileBlobStore(folder)
  await blobs.put(KEY, [BYTES])
})
afterAll(() => rm(folder, { recursive: true }))

test('nothing is wrong with a file that is as it was stored, and its bytes are handed on', async () => {
  const pieces: Buffer[] = []
  const wrong = await checkClipAudio(FILE, blobs, async (piece) => {
    pieces.push(piece)
  })
  expect(wrong).toBeUndefined()
  expect(pieces.length).toBeGreaterThan(1)
  expect(Buffer.concat(pieces).equals(BYTES)).toBe(true)
})

describe('what is wrong is named', () => {
  test('a file that is missing', async () => {
    const key = 'clips/ab/none.wav'
    expect(await checkClipAudio({ ...FILE, key }, blobs)).toBe(`${key} is missing`)
  })

  test.each([-1, 1])('a file of another size', async (more) => {
    const bytes = BYTES.length + more
    expect(await checkClipAudio({ ...FILE, bytes }, blobs)).toBe(`${KEY} has ${BYTES.length} bytes instead of ${bytes}`)
  })

  test('a single byte that has changed', async () => {
    const key = 'clips/ab/damaged.wav'
    await blobs.put(key, [BYTES])
    const damaged = Buffer.from(BYTES)
    damaged[BYTES.length - 1]! ^= 1
    await writeFile(join(folder, key), damaged)
    expect(await checkClipAudio({ ...FILE, key }, blobs)).toBe(`${key} has another checksum than when it was stored`)
  })
})

describe('of a clip of an early version', () => {
  test('a file that is not there may never have been', async () => {
    expect(await checkClipAudio({ clipId: 'one', key: 'masters/ab/one.wav' }, blobs)).toBeUndefined()
  })

  test('a file that is there is right, and handed on', async () => {
    let bytes = 0
    const wrong = await checkClipAudio({ clipId: 'one', key: KEY }, blobs, async (piece) => {
      bytes += piece.length
    })
    expect([wrong, bytes]).toEqual([undefined, BYTES.length])
  })
})

test('what cannot be handed on ends the check', async () => {
  const full = checkClipAudio(FILE, blobs, async () => {
    throw new Error('no space left')
  })
  await expect(full).rejects.toThrow('no space left')
})
