import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { createTestKey as createApiKey } from '../../../test/support/create-test-key.ts'
import { openDatabase } from '../embedded/open-database.ts'
import { claimNextClip } from '../records/clip-jobs.ts'
import { findClips } from '../records/clips.ts'

const BEFORE = '0004-clip-timing'

test('clips that an earlier version accepted keep their plans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-migration-'))
  const file = join(folder, 'declaim.db')
  const before = await openDatabase(file, { last: BEFORE })
  const { record } = await createApiKey(before, { name: 'one', now: 1 })
  const old = before as unknown as Kysely<{ readonly clips: Record<string, unknown> }>
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
  expect(await claimNextClip(db, { now: 2 })).toMatchObject({
    id: 'a',
    plan: { version: 1 },
    format: { format: 'mp3' },
  })
  await db.destroy()
  await rm(folder, { recursive: true })
})
