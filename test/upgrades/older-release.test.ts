import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts'
import { createSharedDatabase } from '../support/shared-servers.ts'
import { TONE_AVATARS } from '../support/test-service.ts'
import { hasRelease, unpackRelease } from './releases.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SENTENCE =
  /^Cannot use this database: a newer release has changed it \(migration ([\w-]+)\); install that release/m

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-older-'))
})
afterAll(() => rm(folder, { recursive: true }))

const STORAGES = {
  SQLite: async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'data-'))
    return { settings: { DATA_DIR }, open: () => openDatabase(join(DATA_DIR, 'declaim.sqlite')) }
  },
  PostgreSQL: async () => {
    const url = await createSharedDatabase()
    const settings = { DATA_DIR: await mkdtemp(join(folder, 'data-')), DATABASE_URL: url }
    return { settings, open: () => openPostgres({ url, onError: () => {} }) }
  },
}

/** Runs a command of the release in a folder, which must fail; returns how. */
async function fail(root: string, settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, PORT: '0', METRICS_ADDRESS: 'off', AVATARS_FILE: TONE_AVATARS, ...settings }
  return await run(process.execPath, ['bin/declaim.mjs', ...args], { cwd: root, env }).then(
    ({ stdout }) => Promise.reject(new Error(`It did not fail: ${stdout}`)),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  )
}

async function rowsOf(db: Database): Promise<unknown> {
  const migrations = await db.selectFrom('kysely_migration').selectAll().orderBy('name').execute()
  return { migrations, keys: await db.selectFrom('api_keys').selectAll().execute() }
}

describe.each(Object.entries(STORAGES))('a database on %s that a newer release has changed', (_, prepare) => {
  async function prepareNewer() {
    const { settings, open } = await prepare()
    const db = await open()
    const row = { name: '9998-later', timestamp: '' }
    await db
      .insertInto('kysely_migration')
      .values([{ ...row, name: '9999-latest' }, row])
      .execute()
    return { settings, db, before: await rowsOf(db) }
  }

  test.each([['serve'], ['migrate'], ['keys', 'create']])(
    'is refused with one sentence, and not touched, by declaim %s',
    async (...args) => {
      const { settings, db, before } = await prepareNewer()
      const { code, stderr } = await fail(ROOT, settings, ...args)
      expect(SENTENCE.exec(stderr)?.[1]).toBe('9998-later')
      // Nothing about addresses, passwords or rights, which are right.
      expect(stderr).not.toMatch(/check|because/)
      expect(code).toBe(78)
      expect(await rowsOf(db)).toEqual(before)
      await db.destroy()
    },
  )

  test('is described by declaim doctor', async () => {
    const { settings, db, before } = await prepareNewer()
    const { stdout } = await fail(ROOT, settings, 'doctor')
    expect(stdout).toContain('was changed by a newer release (9998-later, 9999-latest)')
    expect(await rowsOf(db)).toEqual(before)
    await db.destroy()
  })

  test.runIf(hasRelease('0.15.0'))('by today is refused by release 0.15.0, and not touched', async () => {
    const root = join(folder, `release-${Math.random()}`)
    await unpackRelease('0.15.0', root)
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    const { settings, open } = await prepare()
    const db = await open()
    const before = await rowsOf(db)
    expect((await fail(root, settings, 'serve')).stderr).toContain(
      'a newer release has changed it (migration 0060-session-details); install that release, or restore a backup',
    )
    expect(await rowsOf(db)).toEqual(before)
    await db.destroy()
  })
})
