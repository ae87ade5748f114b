import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { type Checkpoints, startCheckpoints } from './checkpoints.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let path: string
let db: Database
let checkpoints: Checkpoints | undefined
let errors: unknown[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-checkpoints-'))
  path = join(folder, 'declaim.sqlite')
  db = await openDatabase(path)
  errors = []
})
afterEach(async () => {
  await checkpoints?.close()
  checkpoints = undefined
  await db.destroy()
  await rm(folder, { recursive: true })
})

const write = (name: string) => db.insertInto('secrets').values({ name, value: '1' }).execute()

/** What the database file holds, without its log. */
async function readFileAlone(): Promise<readonly unknown[]> {
  const copy = join(folder, 'copy.sqlite')
  await copyFile(path, copy)
  const database = new DatabaseSync(copy)
  try {
    return database.prepare("select name from sqlite_schema where name = 'secrets'").all().length === 0
      ? []
      : database
          .prepare('select name from secrets')
          .all()
          .map(({ name }) => name)
  } finally {
    database.close()
  }
}

async function ownLog(): Promise<number | undefined> {
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)
  return rows[0]?.wal_autocheckpoint
}

test('what is written is in the database file soon, again and again', async () => {
  await write('one')
  expect(await readFileAlone()).not.toContain('one')
  checkpoints = await startCheckpoints(db, { path, onError: (error) => errors.push(error) })
  await expect.poll(readFileAlone, { timeout: 20_000 }).toContain('one')
  await write('two')
  await expect.poll(readFileAlone, { timeout: 20_000 }).toEqual(expect.arrayContaining(['one', 'two']))
  expect(await ownLog()).toBe(16_000)
  expect(errors).toEqual([])
})

test('if the thread fails, that is told, and the database copies its log itself as before', async () => {
  const usual = await ownLog()
  checkpoints = await startCheckpoints(db, { path: join(folder, 'none', 'x'), onError: (error) => errors.push(error) })
  await expect.poll(() => errors.map(String), { timeout: 20_000 }).toEqual([expect.stringContaining('unable to open')])
  await expect.poll(ownLog).toBe(usual)
})
