import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { keepBackups } from './keep-backups.ts'

let root: string
let folder: string
let config: Config
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'declaim-keep-'))
  folder = join(root, 'backups')
  config = readConfig({ DATA_DIR: root })
  await (await openDatabase(join(root, 'declaim.sqlite'))).destroy()
})
afterEach(() => rm(root, { recursive: true }))

const DAY_MS = 86_400_000
const FIRST = Date.parse('2026-03-14T02:30:00Z')
const keepOn = (day: number, keep = 3, lines: string[] = []): Promise<void> =>
  keepBackups({ folder, keep }, config, (line) => lines.push(line), FIRST + day * DAY_MS)

test('the newest backups are kept, under their times', async () => {
  const lines: string[] = []
  for (let day = 0; day < 5; day++) await keepOn(day, 3, lines)
  expect((await readdir(folder)).toSorted()).toEqual(['16', '17', '18'].map((day) => `2026-03-${day}T02-30-00Z`))
  expect(lines.at(-1)).toBe('It is whole. Removed 1 older backup.')
})

test('what has another name stays, and so does a backup that may still be made', async () => {
  const others = ['by-hand', '2026-03-13T02-30-00Z', '2026-03-14T23-30-00Z', 'notes.txt']
  for (const name of others) await mkdir(join(folder, name), { recursive: true })
  await keepOn(1, 1)
  await keepOn(1.01, 1)
  // Those without a manifest broke off, if they are a day old.
  expect((await readdir(folder)).toSorted()).toEqual([
    '2026-03-14T23-30-00Z',
    '2026-03-15T02-44-24Z',
    'by-hand',
    'notes.txt',
  ])
})

test('a backup that fails leaves nothing, and the older ones stay', async () => {
  await keepOn(0, 1)
  await writeFile(join(root, 'declaim.sqlite'), 'no database, but it has the name of one'.repeat(100))
  await expect(keepOn(1, 1)).rejects.toThrow('file is not a database')
  expect(await readdir(folder)).toEqual(['2026-03-14T02-30-00Z'])
})

test('two backups do not get the same name', async () => {
  await keepOn(0)
  await expect(keepOn(0)).rejects.toThrow('it exists already')
  expect(await readdir(folder)).toEqual(['2026-03-14T02-30-00Z'])
})
