import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeLogin } from '../../src/commands/remote/login-file.ts'
import { connectPostgres } from '../../src/storage/postgres/open-postgres.ts'
import { runCommand } from '../support/command-line.ts'
import { createSharedDatabase } from '../support/shared-servers.ts'

const COMMANDS = ['keys create', 'keys list', 'accounts create Support', 'plans list', 'usage', 'audit', 'sign-in']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-no-service-'))
})
afterEach(() => rm(folder, { recursive: true }))

const declaim = (line: string, settings: Readonly<Record<string, string>> = {}) =>
  runCommand(line.split(' '), { env: { HOME: folder, PATH: process.env.PATH, ...settings }, folder })

test.each(COMMANDS)('%s makes no service in a folder that has none', async (line) => {
  const message = `Cannot find a service in the data directory ${join(folder, '.data')}: start it once or run "declaim migrate"`
  expect(await declaim(line)).toMatchObject({ code: 66, stdout: '', stderr: expect.stringContaining(message) })
  expect(await readdir(folder)).toEqual([])
})

test.each(COMMANDS)('%s leaves an empty PostgreSQL database empty, and does not show its password', async (line) => {
  const url = new URL(await createSharedDatabase())
  url.password = 'secret-word'
  const { code, stderr } = await declaim(line, { DATABASE_URL: url.href })
  expect([code, stderr]).toEqual([
    66,
    expect.stringContaining(`in the database ${url.host}${url.pathname}: start it once`),
  ])
  expect(stderr).not.toContain('secret-word')
  const db = connectPostgres({ url: url.href, onError: () => {} })
  const tables = await sql`select 1 from information_schema.tables where table_schema = 'public'`.execute(db)
  await db.destroy()
  expect(tables.rows).toEqual([])
})

test('a database file without tables is no service', async () => {
  await writeFile(join(folder, 'declaim.sqlite'), '')
  expect(await declaim('keys create', { DATA_DIR: folder })).toMatchObject({ code: 66, stdout: '' })
})

test('a kept login is pointed to, and asked for usage', async () => {
  await writeLogin(join(folder, 'declaim', 'login.json'), { url: 'http://127.0.0.1:9', apiKey: 'kept-key' })
  const { stderr } = await declaim('keys list', { XDG_CONFIG_HOME: folder })
  expect(stderr).toContain('or add --remote to use http://127.0.0.1:9\n')
  expect((await declaim('usage', { XDG_CONFIG_HOME: folder })).stderr).toContain(
    'Using the service at http://127.0.0.1:9\n',
  )
  expect(await readdir(folder)).toEqual(['declaim'])
})
