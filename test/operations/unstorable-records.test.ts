import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackup } from '../../src/commands/backup/create-backup.ts'
import { restoreBackup } from '../../src/commands/backup/restore-backup.ts'
import { verify } from '../../src/commands/backup/verify.ts'
import { readConfig } from '../../src/config.ts'
import { createLibrary } from '../../src/storage/records/libraries.ts'
import { runCommand } from '../support/command-line.ts'
import { createSharedDatabase } from '../support/shared-servers.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// A data directory in which an earlier release stored what it could not read again.
let root: string
let service: TestService
let keyId: string
let libraryId: string
const start = () => startTestService({ DATA_DIR: join(root, 'data'), MAX_LIBRARIES: '10' })
const backup = (): string => join(root, 'backup')

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'declaim-unstorable-'))
  service = await start()
  const { db } = service
  const { account_id: accountId } = await db.selectFrom('api_keys').select('account_id').executeTakeFirstOrThrow()
  keyId = 'poisoned'
  await sql`insert into api_keys (id, account_id, name, hash, hint, created_at, expires_at)
    values (${keyId}, ${accountId}, 'far', 'none', 'none', 1, 9007199254740992)`.execute(db)
  libraryId = (await createLibrary(db, { accountId, name: 'a\u0000b', now: 1 })).id
  await service.close()
})
afterAll(async () => {
  await rm(root, { recursive: true })
})

const command = (...args: string[]) => runCommand(args, { env: { DATA_DIR: join(root, 'data') }, folder: root })
const config = (): ReturnType<typeof readConfig> => readConfig({ DATA_DIR: join(root, 'data') })

test('starts and lists, and commands list', async () => {
  service = await start()
  const { libraries } = await service.json<{ libraries: readonly { name: string }[] }>('/replacement_libraries')
  expect(libraries).toEqual([{ library_id: libraryId, name: 'a\u0000b' }])
  const { stdout, code } = await command('keys', 'list')
  expect(code).toBe(0)
  expect(stdout).toContain('valid until 9007199254740992')
})

test('verify names the rows, and so does a restoration into PostgreSQL', async () => {
  const printed: string[] = []
  await expect(verify({ folder: undefined, json: false }, config(), (line) => printed.push(line))).rejects.toThrow(
    '2 problems',
  )
  expect(printed).toEqual([
    expect.stringContaining('Row "poisoned" of api_keys: expires_at is 9007199254740992'),
    expect.stringContaining(`Row "${libraryId}" of replacement_libraries: name has the character U+0000 at position 1`),
  ])
  await createBackup({ folder: backup(), json: false }, config(), () => {})
  const postgres = readConfig({ DATA_DIR: join(root, 'other'), DATABASE_URL: await createSharedDatabase() })
  await expect(restoreBackup({ folder: backup(), json: false }, postgres, () => {})).rejects.toThrow(
    /Cannot restore into PostgreSQL: Row "poisoned" of api_keys: expires_at is 9007199254740992/,
  )
})

test('SQLite takes the backup back', async () => {
  const printed: string[] = []
  await restoreBackup({ folder: backup(), json: false }, readConfig({ DATA_DIR: join(root, 'again') }), (line) =>
    printed.push(line),
  )
  expect(printed.join()).toMatch(/^Restored \d+ records/)
})

test('the rows can be deleted, and then nothing is wrong', async () => {
  expect((await service.call(`/replacement_libraries/${libraryId}`, { method: 'DELETE' })).status).toBe(200)
  const { code, stdout } = await command('keys', 'revoke', keyId)
  expect([code, stdout]).toEqual([0, expect.stringContaining('is revoked')])
  await service.close()
  await verify({ folder: undefined, json: false }, config(), () => {})
})
