import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlanBook } from '../../src/accounts/plans.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts'
import { findStoredBytes } from '../../src/storage/records/account-storage.ts'
import { deleteClip } from '../../src/storage/records/clips.ts'
import { failClip } from '../../src/storage/records/end-clips.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

const BEFORE = '0053-claimed-deliveries'
let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-costs-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.close()
  await rm(folder, { recursive: true })
})

type Open = (options: { readonly last?: string }) => Promise<Database>

const storages: readonly (readonly [string, () => Promise<Open>])[] = [
  ['SQLite', async () => (options) => openDatabase(join(folder, 'declaim.sqlite'), options)],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.createDatabase()
      return (options) => openPostgres({ url, onError: () => {}, ...options })
    },
  ],
]

describe.each(storages)('on %s a database of an earlier release', (_, prepare) => {
  test('keeps what its plans allow, and knows what its accounts store', async () => {
    const open = await prepare()
    const before = await open({ last: BEFORE })
    await sql`insert into accounts (id, name, created_at) values ('a', 'a', 1), ('b', 'b', 1)`.execute(before)
    await sql`insert into plans (name, limits) values ('small', '{"charactersPerMonth":5}')`.execute(before)
    const audio = JSON.stringify([
      { key: 'x', bytes: 3_000_000_000, crc32: 1 },
      { key: 'y', bytes: 20, crc32: 1 },
    ])
    await sql`
      insert into clips (id, account_id, status, format, created_at, finished_at, audio, timing) values
      ('one', 'a', 'COMPLETE', '{}', 1, 2, ${audio}, '{"é":1}'), ('two', 'a', 'PROCESSING', '{}', 1, null, null, null)`.execute(
      before,
    )
    await sql`insert into clip_plans (clip_id, plan) values ('one', '{"a":"é"}'), ('two', '{}')`.execute(before)
    await before.destroy()

    const db = await open({})
    const config = readConfig({})
    const { fileSeconds, storedBytes, combinedSecondsPerDay, charactersPerMonth } = await createPlanBook(
      db,
      config,
    ).limitsOf('small')
    expect([fileSeconds, storedBytes, combinedSecondsPerDay, charactersPerMonth]).toEqual([null, null, null, 5])
    expect(await createPlanBook(db, config).limitsOf('default')).toMatchObject({
      fileSeconds: 12 * 3600,
      combinedSecondsPerDay: 24 * 3600,
      storedBytes: 10e9,
    })
    expect(await findStoredBytes(db, 'b')).toBe(0)
    expect(await findStoredBytes(db, 'a')).toBe(3_000_000_020 + 8 + 10 + 2)
    await failClip(db, 'two', { error: { code: 'INTERNAL_ERROR', message: '' }, now: 3 })
    expect(await findStoredBytes(db, 'a')).toBe(3_000_000_020 + 8 + 10 + 2)
    await deleteClip(db, 'one')
    expect(await findStoredBytes(db, 'a')).toBe(2)
    await db.destroy()
  })
})
