import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpRecords, type RecordLine } from '../../src/storage/backup/dump-records.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { MIGRATION_NAMES } from '../../src/storage/migrations/migrate.ts'
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts'
import { databaseOn } from '../support/postgres-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { createSharedDatabase } from '../support/shared-servers.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'
import { loadDump, openFixture, type StorageKind } from './fixture.ts'

const run = promisify(execFile)
const OPEN_AND_DIE = fileURLToPath(new URL('open-and-die.ts', import.meta.url))
/** The oldest one, so that the most migrations are missing. */
const RELEASE = '0.5.0'

type Copies = {
  readonly folder: string
  /** Makes another copy of what the release left, and returns its path or URL. */
  copy(): Promise<string>
  close(): Promise<void>
}

async function openCopies(kind: StorageKind): Promise<Copies> {
  const { folder, close } = await openFixture(RELEASE, kind)
  let copies = 0
  if (kind === 'sqlite') {
    const name = 'declaim.sqlite'
    return {
      folder,
      async copy() {
        const path = join(folder, `${copies++}.sqlite`)
        // What a release that was killed has committed is in the log alone.
        for (const ending of ['', '-wal']) await copyFile(join(folder, 'data', name + ending), path + ending)
        return path
      },
      close,
    }
  }
  const template = await createSharedDatabase()
  await loadDump(template, join(folder, 'dump.sql'))
  const name = new URL(template).pathname.slice(1)
  const server = new pg.Client({ connectionString: databaseOn(template, 'postgres') })
  await server.connect()
  return {
    folder,
    async copy() {
      const copy = `${name}_${copies++}`
      await server.query(`create database ${copy} template ${name}`)
      return databaseOn(template, copy)
    },
    async close() {
      await server.end()
      await close()
    },
  }
}

const open = (target: string): Promise<Database> =>
  target.startsWith('postgres:') ? openPostgres({ url: target, onError: () => {} }) : openDatabase(target)

type Contents = { readonly defined: unknown; readonly rows: readonly RecordLine[] }

/** Every definition, and every row in the order of its values, but when migrations ran. */
async function contentsOf(target: string): Promise<Contents> {
  const db = await open(target)
  const rows: RecordLine[] = []
  await dumpRecords(db, async (line) => {
    const { timestamp: _, ...migration } = line.row
    rows.push(line.table === 'kysely_migration' ? { ...line, row: migration } : line)
  })
  const definitions = target.startsWith('postgres:')
    ? sql`
        select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema = 'public'
        union all select tablename, indexname, indexdef, '', '' from pg_indexes where schemaname = 'public'
        union all select event_object_table, trigger_name, action_statement, event_manipulation, action_condition
        from information_schema.triggers where trigger_schema = 'public'
        order by 1, 2, 3, 4`
    : sql`select name, sql from sqlite_master order by name`
  const { rows: defined } = await definitions.execute(db)
  await db.destroy()
  const orderOf = ({ table, row }: RecordLine): string => JSON.stringify([table, row])
  return { defined, rows: rows.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)) }
}

/** Runs a process that opens the database; returns its statements, or undefined if it was killed. */
async function openAndDie(target: string, ...args: readonly string[]): Promise<readonly string[] | undefined> {
  try {
    return JSON.parse((await run(process.execPath, [OPEN_AND_DIE, target, ...args])).stdout) as string[]
  } catch (error) {
    const { signal, stderr } = error as { signal: string; stderr: string }
    if (signal !== 'SIGKILL') throw new Error(`The process failed: ${stderr}`)
    return undefined
  }
}

type Kill = { readonly statement: number; readonly when: 'before' | 'sent' }

/** Before the first statement of each migration, in the middle, before its commit, and while it commits. */
function killsOf(statements: readonly string[]): readonly Kill[] {
  const kills: Kill[] = []
  let begin = 0
  for (const [index, text] of statements.entries()) {
    if (/^begin|^start transaction/.test(text)) begin = index + 1
    if (
      text !== 'commit' ||
      !statements.slice(begin, index).some((one) => one.startsWith('insert into "kysely_migration"'))
    )
      continue
    const middle = Math.ceil((begin + index) / 2)
    for (const statement of new Set([begin, middle, index - 1, index])) kills.push({ statement, when: 'before' })
    kills.push({ statement: index, when: 'sent' })
  }
  return kills
}

describe.each(['sqlite', 'postgres'] as const)('what an old release left on %s', (kind) => {
  let copies: Copies
  beforeAll(async () => {
    copies = await openCopies(kind)
  })
  afterAll(() => copies.close())

  test('is whole if a process is killed anywhere in a migration and another one goes on', async () => {
    const undisturbed = await copies.copy()
    const statements = (await openAndDie(undisturbed))!
    const wanted = await contentsOf(undisturbed)
    const kills = killsOf(statements)
    const missing = MIGRATION_NAMES.length - MIGRATION_NAMES.indexOf('0051-rules-version') - 1
    expect(kills.filter(({ when }) => when === 'sent')).toHaveLength(missing)
    for (const { statement, when } of kills) {
      const target = await copies.copy()
      expect(await openAndDie(target, String(statement), when)).toBeUndefined()
      expect({ statement, when, left: await contentsOf(target) }).toEqual({ statement, when, left: wanted })
    }
  })

  test('is whole if every process but the last is killed, one after the other', async () => {
    const undisturbed = await copies.copy()
    const count = (await openAndDie(undisturbed))!.length
    const target = await copies.copy()
    let killed = 0
    // Each start gets a little further than the one before.
    for (let statement = 3; (await openAndDie(target, String(statement))) === undefined; statement += 7) killed++
    expect(killed).toBeGreaterThan(3)
    expect(killed).toBeLessThan(count)
    expect(await contentsOf(target)).toEqual(await contentsOf(undisturbed))
  })
})

describe('two services that start at once', () => {
  const SETTINGS = {
    AVATARS_FILE: TONE_AVATARS,
    RENDER_THREADS: '1',
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    LOG_LEVEL: 'silent',
  }
  /** What a start changes nothing of, but whether deliveries that were due succeed (`failing_since`). */
  const KEPT = ['accounts', 'account_terms', 'plans', 'replacement_libraries', 'replacements', 'webhook_endpoints']
  const keptOf = ({ defined, rows }: Contents): unknown => ({
    defined,
    rows: rows
      .filter(({ table }) => KEPT.includes(table))
      .map(({ table, row }) => ({ table, row: { ...row, failing_since: undefined } })),
  })
  const headers = { 'x-api-key': TEST_KEY }
  const librariesAt = async (url: string) => (await fetch(`${url}/v1/tts/replacement_libraries`, { headers })).status

  test('on one PostgreSQL database migrate it once, and both work', async () => {
    const copies = await openCopies('postgres')
    const [DATABASE_URL, undisturbed] = [await copies.copy(), await copies.copy()]
    await openAndDie(undisturbed)
    const start = (name: string) =>
      startServerProcess({ ...SETTINGS, DATABASE_URL, DATA_DIR: join(copies.folder, name) })
    const services = await Promise.all(['one', 'two'].map(start))
    expect(await Promise.all(services.map(({ url }) => librariesAt(url)))).toEqual([200, 200])
    await Promise.all(services.map((service) => service.stop()))
    expect(keptOf(await contentsOf(DATABASE_URL))).toEqual(keptOf(await contentsOf(undisturbed)))
    await copies.close()
  })

  test('on one data directory: one works, and the other says why it does not', async () => {
    const copies = await openCopies('sqlite')
    const undisturbed = await copies.copy()
    await openAndDie(undisturbed)
    const DATA_DIR = join(copies.folder, 'data')
    const started = await Promise.allSettled(['one', 'two'].map(() => startServerProcess({ ...SETTINGS, DATA_DIR })))
    const services = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(services).toHaveLength(1)
    expect(await librariesAt(services[0]!.url)).toBe(200)
    await services[0]!.stop()
    const file = join(DATA_DIR, 'declaim.sqlite')
    expect(keptOf(await contentsOf(file))).toEqual(keptOf(await contentsOf(undisturbed)))
    await copies.close()
  })
})
