import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { type Database, MIGRATIONS, openDatabase } from '../database.ts'
import { openNodeSqlite } from '../embedded/node-sqlite-database.ts'
import { createApiKey } from '../records/api-keys.ts'
import { claimNextClip, findClips } from '../records/clips.ts'

const BEFORE = '0004-clip-timing'

test('clips that an earlier version accepted keep their plans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-migration-'))
  const file = join(folder, 'declaim.db')
  const old: Kysely<{ readonly clips: Record<string, unknown> }> = new Kysely({
    dialect: new SqliteDialect({ database: openNodeSqlite(file) }),
  })
  await new Migrator({ db: old, provider: { getMigrations: async () => MIGRATIONS } }).migrateTo(BEFORE)
  const { record } = await createApiKey(old as unknown as Database, { name: 'one', now: 1 })
  const clip = {
    id: 'a',
    account_id: record.accountId,
    status: 'PROCESSING',
    format: '{"format":"mp3"}',
    created_at: 1,
  }
  await old
    .insertInto('clips')
    .values({ ...clip, plan: '{"version":1}' })
    .execute()
  await old.destroy()

  const db = await openDatabase(file)
  expect(await findClips(db, { accountId: record.accountId, ids: ['a'] })).toMatchObject([{ status: 'PROCESSING' }])
  expect(await claimNextClip(db, 2)).toEqual({ id: 'a', plan: { version: 1 }, format: { format: 'mp3' } })
  await db.destroy()
  await rm(folder, { recursive: true })
})
