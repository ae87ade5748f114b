import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSpillFolder, spillTo } from './spill-folder.ts'

let parent: string
let folder: string
let troubles: NodeJS.ErrnoException[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'declaim-spill-'))
  folder = join(parent, 'spill')
  troubles = []
})
afterEach(() => rm(parent, { recursive: true }))
const open = () => openSpillFolder(folder, (error) => troubles.push(error as NodeJS.ErrnoException))

test('gives back any stretch of what was stored, from a file without a name', async () => {
  const spill = await open()
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
  const files = [(await spill.store(bytes))!, (await spill.store(Buffer.from('other')))!]
  expect(await readdir(folder)).toEqual([])
  for (const [start, length] of [
    [50_000, 50_000],
    [0, 3],
    [7, 0],
  ] as const) {
    expect(Buffer.from(await files[0]!.read(start, length)).equals(bytes.subarray(start, start + length))).toBe(true)
  }
  expect(Buffer.from(await files[1]!.read(0, 5)).toString()).toBe('other')
  await expect(files[1]!.read(0, 6)).rejects.toThrow('Cannot read 6 bytes: the file ends after 5')
  for (const file of files) await file.close()
})

test('removes what a process before has left', async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'left'), 'half')
  const spill = await open()
  expect(await readdir(parent)).toEqual([])
  await (await spill.store(Buffer.from('new')))!.close()
  expect(await readdir(folder)).toEqual([])
})

test('goes on when its folder is removed under it', async () => {
  const spill = await open()
  const before = (await spill.store(Buffer.from('before')))!
  await rm(folder, { recursive: true })
  const after = (await spill.store(Buffer.from('after')))!
  expect(Buffer.from(await before.read(0, 6)).toString()).toBe('before')
  for (const file of [before, after]) await file.close()
  expect(troubles).toEqual([])
})

test('says once that it cannot write, and stores nothing', async () => {
  const spill = await open()
  await writeFile(folder, 'a file where the folder should be')
  for (const _ of [1, 2, 3]) expect(await spill.store(Buffer.from('x'))).toBeUndefined()
  expect(troubles.map(({ code }) => code)).toEqual(['EEXIST'])
})

test.runIf(process.platform === 'linux')('leaves no file where the disk is full', async () => {
  const path = join(parent, 'full')
  await symlink('/dev/full', path)
  await expect(spillTo(path, Buffer.from('x'))).rejects.toThrow('ENOSPC')
  expect(await readdir(parent)).toEqual([])
})
