import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DiskCache } from './disk-cache.ts'
import { createFolderCache } from './folder-cache.ts'

let folder: string
let troubles: unknown[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-cache-'))
  troubles = []
})
afterEach(() => rm(folder, { recursive: true }))

const BLOCK = 4096
const open = (limitBytes = 1 << 20): DiskCache =>
  createFolderCache(join(folder, 'kept'), { limitBytes, onTrouble: (error) => troubles.push(error) })
const keyOf = (name: string) => createHash('sha256').update(name).digest('hex')
const pathOf = (name: string) => join(folder, 'kept', keyOf(name).slice(0, 2), keyOf(name))
const put = (cache: DiskCache, name: string, content: string | Buffer = name) => {
  const recorder = cache.begin(keyOf(name))
  recorder.add(Buffer.from(content))
  recorder.finish(Buffer.from('1 part'))
}
/** The parts of an entry, one after another; it must have as many as its description says. */
const read = async (cache: DiskCache, name: string) => {
  const entry = await cache.open(keyOf(name))
  if (entry === undefined) return undefined
  const parts: Uint8Array[] = []
  const count = Number.parseInt(Buffer.from(entry.description).toString(), 10)
  while (parts.length < count) parts.push(await entry.read(parts.length))
  await entry.close()
  return Buffer.concat(parts).toString()
}

/** A cache with these entries, that has written them and has found them again. */
async function reopened(names: readonly string[], limitBytes?: number): Promise<DiskCache> {
  const before = open()
  for (const name of names) put(before, name)
  await before.close()
  for (const [at, name] of names.entries()) await utimes(pathOf(name), at, at)
  return await listed(open(limitBytes))
}

/** The cache, once it has found what is in its folder. */
async function listed(cache: DiskCache): Promise<DiskCache> {
  while (cache.figures().entries === 0) await new Promise(setImmediate)
  return cache
}

describe('a folder cache', () => {
  test('gives back what was put, at once and after it was opened again', async () => {
    const cache = open()
    const recorder = cache.begin(keyOf('a'))
    for (const part of ['one ', '', 'two']) recorder.add(Buffer.from(part))
    recorder.finish(Buffer.from('3 parts'))
    expect(await read(cache, 'a')).toBe('one two')
    await cache.close()
    expect(await read(cache, 'a')).toBe('one two')
    expect(await read(open(), 'a')).toBe('one two')
    expect(await read(cache, 'b')).toBeUndefined()
  })

  test('finds what is there before it has listed the folder', async () => {
    await (await reopened(['a'])).close()
    const cache = open()
    expect(cache.figures().entries).toBe(0)
    expect(await read(cache, 'a')).toBe('a')
  })

  test('counts whole blocks', async () => {
    const cache = open()
    put(cache, 'a', 'x')
    put(cache, 'b', Buffer.alloc(BLOCK))
    await cache.close()
    expect(cache.figures()).toMatchObject({ entries: 2, bytes: 3 * BLOCK })
    expect((await listed(open())).figures()).toMatchObject({ entries: 2, bytes: 3 * BLOCK })
  })

  test('makes room by removing what was used least recently, also by the process before', async () => {
    const cache = await reopened(['a', 'b', 'c', 'd'], 4 * BLOCK)
    expect(await read(cache, 'a')).toBe('a')
    for (const name of ['e', 'f']) put(cache, name)
    await cache.close()
    expect(cache.figures()).toMatchObject({ entries: 4, bytes: 4 * BLOCK, evictions: 2 })
    const left = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => read(cache, name)))
    expect(left).toEqual(['a', undefined, undefined, 'd', 'e', 'f'])
    await expect(stat(pathOf('b'))).rejects.toThrow('ENOENT')
  })

  test('remembers uses for the process after', async () => {
    const cache = await reopened(['a', 'b', 'c'])
    await read(cache, 'a')
    await cache.close()
    while ((await stat(pathOf('a'))).mtimeMs < 1000) await new Promise(setImmediate)
    const smaller = open(2 * BLOCK)
    await smaller.close()
    expect(await read(smaller, 'b')).toBeUndefined()
    expect(await read(smaller, 'a')).toBe('a')
  })

  test('shrinks to a limit that became lower', async () => {
    const cache = await reopened(['a', 'b', 'c', 'd'], 2 * BLOCK)
    await cache.close()
    expect(cache.figures()).toMatchObject({ entries: 2, evictions: 2 })
    expect(await read(cache, 'd')).toBe('d')
  })

  test('does not keep what would take more than a quarter of its room', async () => {
    const cache = open(4 * BLOCK)
    put(cache, 'large', Buffer.alloc(BLOCK + 1))
    put(cache, 'small', Buffer.alloc(BLOCK))
    expect(await read(cache, 'large')).toBeUndefined()
    expect(await read(cache, 'small')).toHaveLength(BLOCK)
    await cache.close()
    expect(await readdir(join(folder, 'kept', 'unfinished'))).toEqual([])
    expect(cache.figures()).toMatchObject({ entries: 1, dropped: 0, failedWrites: 0 })
  })

  test('does not keep more waiting than it may', async () => {
    const cache = open(1 << 30)
    const large = randomBytes(20 << 20)
    put(cache, 'a', large)
    put(cache, 'b', large)
    expect(cache.figures().dropped).toBe(1)
    await cache.close()
    expect(cache.figures().entries).toBe(1)
  })

  test('keeps nothing of an entry that is abandoned, or not finished when it closes', async () => {
    const cache = open()
    for (const name of ['abandoned', 'not finished', 'both']) {
      const recorder = cache.begin(keyOf(name))
      recorder.add(Buffer.from(name))
      if (name !== 'not finished') recorder.abandon()
      if (name === 'both') recorder.finish(Buffer.from('1 part'))
    }
    await cache.close()
    put(cache, 'late')
    await cache.close()
    expect(await readdir(folder, { recursive: true })).not.toContainEqual(expect.stringMatching(/[0-9a-f-]{36}/))
    expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0, dropped: 0, failedWrites: 0 })
  })

  test('keeps the entry that was finished last of two that grew at once', async () => {
    const cache = open()
    const [one, other] = [cache.begin(keyOf('a')), cache.begin(keyOf('a'))]
    for (const [recorder, part] of [
      [one, 'first'],
      [other, 'second'],
    ] as const)
      recorder.add(Buffer.from(part))
    other.finish(Buffer.from('1 part'))
    one.finish(Buffer.from('1 part'))
    expect(await read(cache, 'a')).toBe('first')
    await cache.close()
    expect(cache.figures()).toMatchObject({ entries: 1, bytes: BLOCK })
  })

  test('has parts that are those of the caller when they are added, and those of the reader when they are read', async () => {
    const cache = open()
    const bytes = Buffer.from('one')
    const recorder = cache.begin(keyOf('a'))
    recorder.add(bytes)
    bytes.fill(0)
    recorder.finish(Buffer.from('1 part'))
    const entry = (await cache.open(keyOf('a')))!
    ;(await entry.read(0)).fill(0)
    expect(Buffer.from(await entry.read(0)).toString()).toBe('one')
    await entry.close()
    await cache.close()
  })

  test('lets an entry be read that makes room for others meanwhile', async () => {
    const cache = await reopened(['a', 'b', 'c', 'd'], 4 * BLOCK)
    const entry = (await cache.open(keyOf('a')))!
    for (const name of ['e', 'f', 'g', 'h']) put(cache, name)
    await cache.close()
    await expect(stat(pathOf('a'))).rejects.toThrow('ENOENT')
    expect(Buffer.from(await entry.read(0)).toString()).toBe('a')
    await entry.close()
  })

  test('does not give what changes after it was opened', async () => {
    const cache = await reopened(['a'])
    const entry = (await cache.open(keyOf('a')))!
    await truncate(pathOf('a'), 0)
    await expect(entry.read(0)).rejects.toThrow('the file ends after 0')
    await writeFile(pathOf('a'), 'b'.repeat(100))
    await expect(entry.read(0)).rejects.toThrow('the file has changed')
    await entry.close()
    expect(await read(cache, 'a')).toBeUndefined()
    expect(cache.figures()).toMatchObject({ entries: 0, corrupt: 1 })
  })

  test('removes what a process before left half written', async () => {
    await mkdir(join(folder, 'kept', 'unfinished'), { recursive: true })
    await writeFile(join(folder, 'kept', 'unfinished', 'x'), 'half')
    await open().close()
    expect(await readdir(join(folder, 'kept'))).toEqual([])
  })

  test('keeps on when its folder is removed under it', async () => {
    const cache = await reopened(['a'])
    await rm(join(folder, 'kept'), { recursive: true })
    expect(await read(cache, 'a')).toBeUndefined()
    put(cache, 'a')
    await cache.close()
    expect(await read(open(), 'a')).toBe('a')
    expect(troubles).toEqual([])
  })

  test('survives a disk that cannot be written', async () => {
    await writeFile(join(folder, 'kept'), 'a file where the folder should be')
    const cache = open()
    for (const name of ['a', 'b', 'c']) put(cache, name)
    await cache.close()
    expect(await read(cache, 'a')).toBeUndefined()
    expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0, failedWrites: 3 })
    expect(troubles).toHaveLength(1)
  })
})

describe('what is not as it was written is removed and counted', () => {
  const damage: Readonly<Record<string, (path: string) => Promise<void>>> = {
    'cut short': (path) => truncate(path, 20),
    'cut to nothing': (path) => truncate(path, 0),
    'longer than it was': async (path) => writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(1)])),
    'with one other bit': async (path) => {
      const file = await readFile(path)
      file[30]! ^= 1
      await writeFile(path, file)
    },
    'another entry': async (path) => {
      await mkdir(dirname(pathOf('other')), { recursive: true })
      await rename(pathOf('other'), path)
    },
  }
  test.each(Object.keys(damage))('%s', async (kind) => {
    const before = open()
    for (const name of ['a', 'other']) put(before, name, randomBytes(100))
    await before.close()
    await damage[kind]!(pathOf('a'))
    const cache = await listed(open())
    expect(await read(cache, 'a')).toBeUndefined()
    expect(cache.figures().corrupt).toBe(1)
    await expect(stat(pathOf('a'))).rejects.toThrow('ENOENT')
    put(cache, 'a', 'afresh')
    await cache.close()
    expect(await read(cache, 'a')).toBe('afresh')
  })
})

test('what was damaged is kept again even if that was found before the folder was listed', async () => {
  const before = open()
  put(before, 'a')
  await before.close()
  await truncate(pathOf('a'), 8)
  const cache = open()
  expect(await read(cache, 'a')).toBeUndefined()
  put(cache, 'a', 'afresh')
  await cache.close()
  expect(await read(open(), 'a')).toBe('afresh')
  expect(cache.figures()).toMatchObject({ entries: 1, corrupt: 1 })
})
