import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCacheFile } from './cache-file-reader.ts'
import { CacheFileWriter } from './cache-file-writer.ts'

const KEY = 'a'.repeat(64)
let folder: string
let waiting: number
let failures: NodeJS.ErrnoException[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-writer-'))
  waiting = 0
  failures = []
})
afterEach(() => rm(folder, { recursive: true }))

const startWriter = (name: string): CacheFileWriter =>
  new CacheFileWriter(join(folder, name), {
    key: KEY,
    maxBytes: 1 << 20,
    reserve: (bytes) => {
      waiting += bytes
      return true
    },
    free: (bytes) => {
      waiting -= bytes
    },
    onFailure: (error) => failures.push(error as NodeJS.ErrnoException),
    after: Promise.resolve(),
  })

test('writes parts as they come, and keeps none of them in memory', async () => {
  const writer = startWriter('new/file')
  for (const part of ['one', 'two']) writer.add(Buffer.from(part))
  expect(waiting).toBe(6)
  while (waiting > 0) await new Promise(setImmediate)
  expect((await readFile(writer.path)).toString()).toBe('onetwo')
  writer.add(Buffer.from('three'))
  const fileBytes = await writer.finish(Buffer.from('numbers'))
  const entry = (await openCacheFile(writer.path, KEY))!
  expect(entry.fileBytes).toBe(fileBytes)
  expect(Buffer.from(entry.description).toString()).toBe('numbers')
  const parts = await Promise.all([0, 1, 2].map(async (part) => Buffer.from(await entry.read(part)).toString()))
  expect(parts).toEqual(['one', 'two', 'three'])
  await entry.close()
})

test('reads a description that is longer than usual', async () => {
  const writer = startWriter('file')
  const description = Buffer.alloc(10_000, 'long')
  await writer.finish(description)
  const entry = (await openCacheFile(writer.path, KEY))!
  expect(Buffer.from(entry.description).equals(description)).toBe(true)
  await entry.close()
})

// A link, so that what the writer removes is no device. If there is no such device, there is no way to fill a disk.
test.runIf(process.platform === 'linux').each(['at its first part', 'at its end'])(
  'gives an entry up, once, where the disk is full %s, and leaves nothing',
  async (place) => {
    await symlink('/dev/full', join(folder, 'file'))
    const writer = startWriter('file')
    if (place === 'at its first part') for (const part of ['one', 'two']) writer.add(Buffer.from(part))
    expect(await writer.finish(Buffer.from('numbers'))).toBeUndefined()
    expect(failures.map(({ code }) => code)).toEqual(['ENOSPC'])
    expect(waiting).toBe(0)
    expect(await readdir(folder)).toEqual([])
  },
)

test('gives an entry up that grows too large, and leaves nothing', async () => {
  const writer = startWriter('file')
  for (const _ of [1, 2, 3]) writer.add(Buffer.alloc(400_000))
  expect(await writer.finish(Buffer.from('numbers'))).toBeUndefined()
  await writer.giveUp()
  expect(failures).toEqual([])
  expect(waiting).toBe(0)
  expect(await readdir(folder)).toEqual([])
})
