import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey as createApiKey } from '../../test/support/create-test-key.ts'
import { CLIP, describeStorage, TIMING } from '../../test/support/describe-storage.ts'
import type { Database } from './database.ts'
import { lockDataDirectory } from './embedded/data-directory-lock.ts'
import { openDatabase } from './embedded/open-database.ts'
import { openFileBlobStore } from './files/file-blob-store.ts'
import { insertClips } from './records/accept-clips.ts'
import { claimNextClip, recoverInterruptedClips, releaseClip } from './records/clip-jobs.ts'
import { findClips } from './records/clips.ts'
import { completeClip } from './records/end-clips.ts'

describeStorage('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-storage-'))
  const db = await openDatabase(join(folder, 'declaim.sqlite'))
  const blobs = await openFileBlobStore(join(folder, 'audio'))
  return {
    db,
    blobs,
    async close() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
})

let db: Database
let folder: string
let accountId: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-storage-'))
  db = await openDatabase(join(folder, 'declaim.sqlite'))
  accountId = (await createApiKey(db, { name: 'test', now: 1 })).record.accountId
})

afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

describe('clips', () => {
  const insert = async (count: number, account = accountId) => {
    const clips = Array.from({ length: count }, () => CLIP)
    return (await insertClips(db, { accountId: account, clips, now: 10 })).map(({ id }) => id)
  }

  test('are claimed in the order of acceptance, each by one worker', async () => {
    const ids = await insert(5)
    const claimed = await Promise.all(ids.map(() => claimNextClip(db, { now: 20 })))
    expect(claimed.map((clip) => clip?.id)).toEqual(ids)
    expect(await claimNextClip(db, { now: 20 })).toBeUndefined()
  })

  test('are claimed in turn by account, so that the backlog of one delays no other', async () => {
    const other = (await createApiKey(db, { name: 'x', account: 'other', now: 1 })).record.accountId
    const claim = async () => (await claimNextClip(db, { now: 20 }))?.id
    const backlog = await insert(50)
    expect([await claim(), await claim()]).toEqual(backlog.slice(0, 2))
    const urgent = await insert(2, other)
    const next = [await claim(), await claim(), await claim(), await claim()]
    expect(next.indexOf(urgent[0])).toBeLessThan(2)
    expect(next).toContain(urgent[1])
    const later = await insert(1)
    for (let clip = 4; clip < 50; clip++) await claim()
    expect(await claim()).toBe(later[0])
  })

  test('are claimed and ended without waiting for the disk, which the next commits wait for again', async () => {
    const [id] = await insert(1)
    const waiting = async () => (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows
    const [full, normal] = [[{ synchronous: 2 }], [{ synchronous: 1 }]]
    expect(await waiting()).toEqual(full)
    await claimNextClip(db, { now: 20 })
    expect(await waiting()).toEqual(normal)
    await completeClip(db, id!, { timing: TIMING, audio: [], now: 30 })
    expect(await waiting()).toEqual(normal)
    await insert(1)
    expect(await waiting()).toEqual(full)
    await db.transaction().execute(async (trx) => {
      await claimNextClip(trx, { now: 40 })
    })
    expect(await waiting()).toEqual(full)
  })

  test('wait again after the process ended, behind those that were not in hand', async () => {
    const ids = await insert(2)
    await claimNextClip(db, { now: 20 })
    expect(await recoverInterruptedClips(db, 25)).toBe(1)
    expect((await claimNextClip(db, { now: 30 }))?.id).toBe(ids[1])
    expect((await claimNextClip(db, { now: 30 }))?.id).toBe(ids[0])
  })

  test('that end the process again and again fail with that reason', async () => {
    const [id] = await insert(1)
    for (let end = 0; end < 4; end++) {
      await claimNextClip(db, { now: 20 })
      await recoverInterruptedClips(db, 25)
    }
    const [clip] = await findClips(db, { accountId, ids: [id!] })
    expect(clip).toMatchObject({ status: 'FAILED', error: { code: 'INTERNAL_ERROR' } })
    expect(clip?.error?.message).toContain('4 times')
  })

  test('that are given back are claimed again', async () => {
    const [id] = await insert(1)
    await claimNextClip(db, { now: 20 })
    await releaseClip(db, id!)
    expect((await claimNextClip(db, { now: 30 }))?.id).toBe(id)
  })
})

test('a data directory is held by one process, and free when that ends', () => {
  const lock = lockDataDirectory(folder)
  expect(() => lockDataDirectory(folder)).toThrow('another Declaim server is running on it')
  lock.release()
  lockDataDirectory(folder).release()
})

test('files that were not finished are removed at the next start', async () => {
  await openFileBlobStore(folder)
  await writeFile(join(folder, 'unfinished', 'half'), 'x')
  await openFileBlobStore(folder)
  expect(await readdir(join(folder, 'unfinished'))).toEqual([])
})
