import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { openNodeSqlite } from '../../src/storage/embedded/node-sqlite-database.ts'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { findValidApiKey } from '../../src/storage/records/api-keys.ts'
import type { Schema } from '../../src/storage/records/schema.ts'

const run = promisify(execFile)
const OPEN_COUNTED = fileURLToPath(new URL('../support/open-database-counted.ts', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))
let folder: string
let files = 0
let wanted: unknown
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-migrations-'))
  const path = newPath()
  await (await openDatabase(path)).destroy()
  wanted = readSchema(path)
})
afterAll(() => rm(folder, { recursive: true }))

const newPath = (): string => join(folder, `${files++}.sqlite`)

/** The definitions of all tables and indexes, and the migrations that ran. */
function readSchema(path: string): unknown {
  const database = new DatabaseSync(path)
  const definitions = database.prepare('select name, sql from sqlite_master order by name').all()
  const migrations = database.prepare('select name from kysely_migration order by name').all()
  database.close()
  return { definitions, migrations }
}

/** Runs a child that opens a database; returns the number of its statements, or `killed`. */
async function openInChild(...args: readonly string[]): Promise<'killed' | number> {
  try {
    return Number((await run(process.execPath, [OPEN_COUNTED, ...args])).stdout)
  } catch (error) {
    const { signal, stderr } = error as { signal: string; stderr: string }
    if (signal !== 'SIGKILL') throw new Error(`The child failed: ${stderr}`)
    return 'killed'
  }
}

/**
 * Checks what is left when the opening of a database is killed before each of its statements. A kill leaves the files as they
 * are at that moment, so one run copies them before every statement; children that are really killed check that for some statements.
 */
async function killEverywhere(prepare: () => Promise<string>, check: (path: string) => Promise<void>): Promise<number> {
  const copies = await mkdtemp(join(folder, 'copies-'))
  const statements = await openInChild(await prepare(), copies)
  if (statements === 'killed') throw new Error('The child that copies was killed')
  const killed = await Promise.all(
    [2, Math.ceil(statements / 2), statements].map(async (statement) => {
      const path = await prepare()
      expect(await openInChild(path, String(statement))).toBe('killed')
      return path
    }),
  )
  const copied = Array.from({ length: statements }, (_, i) => join(copies, `${i + 1}.sqlite`))
  for (const path of [...killed, ...copied]) {
    await (await openDatabase(path)).destroy()
    expect(readSchema(path)).toEqual(wanted)
    await check(path)
  }
  return statements
}

test('a first start that is killed before any of its statements leaves a database that opens', async () => {
  expect(
    await killEverywhere(
      async () => newPath(),
      async () => {},
    ),
  ).toBeGreaterThan(30)
})

test('so does an upgrade, and it keeps what was stored', async () => {
  const old = newPath()
  const db = await openDatabase(old, { last: '0003-character-usage' })
  const { key } = await createApiKey(db, { name: 'one', now: 1 })
  await db.destroy()
  const prepare = async () => {
    const path = newPath()
    await copyFile(old, path)
    return path
  }
  const kills = await killEverywhere(prepare, async (path) => {
    const upgraded = await openDatabase(path)
    expect(await findValidApiKey(upgraded, key)).toMatchObject({ name: 'one' })
    await upgraded.destroy()
  })
  expect(kills).toBeGreaterThan(10)
})

test('a disk that is full at any page of a first start leaves a database that opens', async () => {
  let failures = 0
  for (let pages = 1; ; pages++) {
    const path = newPath()
    const sqlite = openNodeSqlite(path)
    sqlite.prepare(`pragma max_page_count = ${pages}`).all([])
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) })
    const error = await migrate(db, { lock: async () => {} }).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    await db.destroy()
    await (await openDatabase(path)).destroy()
    expect(readSchema(path)).toEqual(wanted)
    if (error === undefined) break
    expect(error).toMatchObject({ message: 'database or disk is full' })
    failures++
  }
  expect(failures).toBeGreaterThan(10)
})

test('several processes can make a database at once, and then keys', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'raced') }
  const declaim = (...args: readonly string[]) => run(process.execPath, [PROGRAM, ...args], { env })
  const processes = Array.from({ length: 8 }, (_, index) => String(index))
  await Promise.all(processes.map(() => declaim('migrate')))
  const made = await Promise.all(processes.map((name) => declaim('keys', 'create', '--name', name)))
  for (const { stdout } of made) expect(stdout).toMatch(/^dcl_\w{42}/)
  const { stdout } = await declaim('keys', 'list')
  expect(stdout.trim().split('\n')).toHaveLength(8)
})
