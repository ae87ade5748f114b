import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSqliteFile, openDatabase } from '../../src/storage/embedded/open-database.ts'
import { isPostgres } from '../../src/storage/migrations/identity-column.ts'
import { MIGRATION_NAMES, migrate } from '../../src/storage/migrations/migrate.ts'
import { connectPostgres } from '../../src/storage/postgres/open-postgres.ts'
import type { Schema } from '../../src/storage/records/schema.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))
/** The last migration of release 0.2.0. All later ones run while processes of the release before still work. */
const RELEASED = '0012-usage-by-day'

let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'declaim-migrate-'))
})
afterAll(async () => {
  await postgres.close()
  await rm(folder, { recursive: true })
})

const connect = (url: string) => connectPostgres({ url, onError: () => {} })
const migrateCommand = async (DATABASE_URL?: string) =>
  (
    await run(process.execPath, [PROGRAM, 'migrate'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL },
    })
  ).stdout

async function appliedTo(db: Kysely<Schema>): Promise<readonly string[]> {
  return (await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name)
}

test('several `declaim migrate` at once migrate a database once, and another finds nothing to do', async () => {
  const url = await postgres.createDatabase()
  const printed = await Promise.all([migrateCommand(url), migrateCommand(url), migrateCommand(url)])
  // They take turns, so each may run some of them.
  const named = printed.flatMap((line) => line.match(/\d{4}-[a-z-]+/g) ?? [])
  const created = printed.includes(`Created the database: ran all ${MIGRATION_NAMES.length} migrations.\n`)
  expect(created ? MIGRATION_NAMES : named.toSorted(), printed.join('')).toEqual(MIGRATION_NAMES)
  const db = connect(url)
  expect(await appliedTo(db)).toEqual([...MIGRATION_NAMES].toSorted())
  await db.destroy()
  expect(await migrateCommand(url)).toBe('The database is up to date.\n')
})

test('`declaim migrate` waits while another process migrates', async () => {
  const url = await postgres.createDatabase()
  const db = connect(url)
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db)
    return rows.length
  }
  const isDone = await db.transaction().execute(async (transaction) => {
    // The lock of `openPostgres`.
    await sql`select pg_advisory_xact_lock(7239411083)`.execute(transaction)
    let done = false
    const migrating = migrateCommand(url).then(() => {
      done = true
    })
    while ((await waiting()) === 0) await sleep(20)
    expect(done).toBe(false)
    return { migrating }
  })
  await isDone.migrating
  expect(await appliedTo(db)).toEqual([...MIGRATION_NAMES].toSorted())
  await db.destroy()
})

type Column = { readonly type: string; readonly canBeLeftOut: boolean }

async function readColumns(db: Kysely<Schema>): Promise<ReadonlyMap<string, Column>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
        `${table}.${name}`,
        { type: dataType, canBeLeftOut: isNullable || hasDefaultValue || isAutoIncrementing },
      ]),
    ),
  )
}

/** Indexes that refuse rows, by table. */
async function readUniqueIndexes(
  db: Kysely<Schema>,
): Promise<readonly { readonly table: string; readonly name: string }[]> {
  const { rows } = await (isPostgres(db)
    ? sql<{ table: string; name: string }>`
        select tablename as "table", indexname as name from pg_indexes
        where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`
    : sql<{ table: string; name: string }>`
        select m.name as "table", i.name from sqlite_master m, pragma_index_list(m.name) i
        where m.type = 'table' and i."unique" = 1`
  ).execute(db)
  return rows
}

const databases: readonly (readonly [name: string, open: () => Promise<Kysely<Schema>>])[] = [
  ['SQLite', async () => connectSqliteFile(join(folder, `${randomUUID()}.sqlite`))],
  ['PostgreSQL', async () => connect(await postgres.createDatabase())],
]

test('`declaim migrate` says what it ran', async () => {
  const path = join(folder, 'declaim.sqlite')
  const before = MIGRATION_NAMES.at(-3)!
  await (await openDatabase(path, { last: before })).destroy()
  const [first, second] = MIGRATION_NAMES.slice(-2)
  expect(await migrateCommand()).toBe(`Ran 2 migrations: ${first}, ${second}.\n`)
  expect(await migrateCommand()).toBe('The database is up to date.\n')
  await rm(path)
  expect(await migrateCommand()).toBe(`Created the database: ran all ${MIGRATION_NAMES.length} migrations.\n`)
})

describe.each(databases)('on %s the migrations since the last release', (_, open) => {
  test('take nothing away, and add nothing that processes of that release would have to write or that refuses their rows', async () => {
    const db = await open()
    const lock = async (): Promise<void> => {}
    await migrate(db, { lock, last: RELEASED })
    const before = await readColumns(db)
    const known = (await readUniqueIndexes(db)).map(({ name }) => name)
    expect((await migrate(db, { lock })).length).toBeGreaterThan(0)
    const after = await readColumns(db)
    const tables = new Set([...before.keys()].map((column) => column.split('.')[0]))
    for (const [column, { type }] of before) expect([column, after.get(column)?.type]).toEqual([column, type])
    const isNew = (column: string): boolean => !before.has(column) && tables.has(column.split('.')[0])
    const needed = [...after].filter(([column, { canBeLeftOut }]) => isNew(column) && !canBeLeftOut)
    expect(needed).toEqual([])
    const refusing = (await readUniqueIndexes(db)).filter(
      ({ table, name }) => tables.has(table) && !known.includes(name),
    )
    expect(refusing).toEqual([])
    await db.destroy()
  })

  test('accept the rows that processes of that release write', async () => {
    const db = await open()
    await migrate(db, { lock: async () => {} })
    await sql`insert into accounts (id, name, created_at) values ('a', 'a', 1)`.execute(db)
    await sql`insert into api_keys (id, account_id, name, hash, hint, created_at) values ('k', 'a', 'k', 'h', 'hint', 1)`.execute(
      db,
    )
    await sql`insert into clips (id, account_id, status, format, created_at, interruptions, turn)
      values ('c', 'a', 'PROCESSING', '{}', 1, 0, 0)`.execute(db)
    await sql`insert into clip_plans (clip_id, plan) values ('c', '{}')`.execute(db)
    await sql`update clips set claimed_at = 2, interruptions = 1 where id = 'c'`.execute(db)
    await sql`update clips set status = 'COMPLETE', timing = '{}', audio = '[]', finished_at = 3 where id = 'c'`.execute(
      db,
    )
    await sql`insert into sessions (hash, account_id, expires_at) values ('s', 'a', 9)`.execute(db)
    await sql`insert into usage_by_day (account_id, day, endpoint, key_id, speaker_id, requests, characters)
      values ('a', '2026-01-01', 'stream', 'k', 3, 1, 5)`.execute(db)
    const clip = await db.selectFrom('clips').selectAll().executeTakeFirstOrThrow()
    expect(clip).toMatchObject({ id: 'c', status: 'COMPLETE', kind: 'speech', label: null })
    await db.destroy()
  })
})
