import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey as createApiKey } from '../../test/support/create-test-key.ts'
import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import type { Database } from './database.ts'
import { lockDataDirectory } from './embedded/data-directory-lock.ts'
import { openDatabase } from './embedded/open-database.ts'
import { openFileBlobStore } from './files/file-blob-store.ts'
import { findValidApiKey, listApiKeys, revokeApiKey, setApiKey } from './records/api-keys.ts'
import { addCharacterUsage, findCharacterUsage } from './records/character-usage.ts'
import {
  claimNextClip,
  completeClip,
  failClip,
  findClips,
  findClipsAcceptedBefore,
  findClipTiming,
  insertClips,
  listClips,
  recoverInterruptedClips,
  releaseClip,
} from './records/clips.ts'
import { createOnce } from './records/idempotency.ts'
import {
  createLibrary,
  deleteLibrary,
  findLibrary,
  findLibraryRevisions,
  listLibraries,
  renameLibrary,
} from './records/libraries.ts'
import {
  addReplacements,
  deleteReplacement,
  enabledReplacements,
  listReplacements,
  updateReplacement,
} from './records/replacements.ts'
import { ensureSecret } from './records/secrets.ts'

const PLAN: SynthesisPlan = {
  version: 2,
  engine: 'tone',
  languageCode: 'en-us',
  text: '',
  words: [],
  segments: [],
  warnings: [],
}
const TIMING = { languageCode: 'en-us', confidence: 1, durationMs: 0, words: [] } as const
const CLIP = { plan: PLAN, format: { format: 'mp3' } } as const

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

describe('keys', () => {
  test('a new key is valid until it is revoked', async () => {
    const { key, record } = await createApiKey(db, { name: 'phone menu', now: 5 })
    expect(await findValidApiKey(db, key)).toEqual({ ...record, plan: 'default' })
    expect(await revokeApiKey(db, record.id, 6)).toBe(true)
    expect(await findValidApiKey(db, key)).toBeUndefined()
    expect(await revokeApiKey(db, record.id, 7)).toBe(false)
  })

  test('a key is stored only as a hash', async () => {
    const { key } = await createApiKey(db, { name: 'phone menu', now: 5 })
    expect(JSON.stringify(await db.selectFrom('api_keys').selectAll().execute())).not.toContain(key)
    expect((await listApiKeys(db)).map(({ hint }) => hint)).toContain(key.slice(-4))
  })

  test('setting a key replaces the one that was set before, and can bring it back', async () => {
    const isValid = async (key: string) => (await findValidApiKey(db, key)) !== undefined
    await setApiKey(db, { key: 'first', name: 'bootstrap', now: 1 })
    await setApiKey(db, { key: 'second', name: 'bootstrap', now: 2 })
    expect([await isValid('first'), await isValid('second')]).toEqual([false, true])
    await setApiKey(db, { key: 'first', name: 'bootstrap', now: 3 })
    expect([await isValid('first'), await isValid('second')]).toEqual([true, false])
  })

  test('keys of one account share it, keys of another do not', async () => {
    const { record: same } = await createApiKey(db, { name: 'two', now: 1 })
    const { record: other } = await createApiKey(db, { name: 'three', account: 'other', now: 1 })
    expect(same.accountId).toBe(accountId)
    expect(other.accountId).not.toBe(accountId)
  })
})

describe('libraries', () => {
  test('are listed in the order they were made, for their account alone', async () => {
    const { record: other } = await createApiKey(db, { name: 'x', account: 'other', now: 1 })
    for (const name of ['a', 'b']) await createLibrary(db, { accountId, name, now: 1 })
    const foreign = await createLibrary(db, { accountId: other.accountId, name: 'c', now: 1 })
    expect((await listLibraries(db, accountId)).map(({ name }) => name)).toEqual(['a', 'b'])
    await expect(findLibrary(db, { accountId, libraryId: foreign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('can be renamed and deleted with what they hold', async () => {
    const { id: libraryId } = await createLibrary(db, { accountId, name: 'a', now: 1 })
    const values = [{ original: 'AI', replacementText: 'A I', isPhoneticRespelling: false, enabled: true }]
    await addReplacements(db, { accountId, libraryId }, { values, now: 2 })
    expect(await renameLibrary(db, { accountId, libraryId }, 'z')).toEqual({ id: libraryId, name: 'z' })
    await deleteLibrary(db, { accountId, libraryId })
    expect(await db.selectFrom('replacements').selectAll().execute()).toEqual([])
  })

  test('hold many replacements in the order given, and give the enabled ones', async () => {
    const { id: libraryId } = await createLibrary(db, { accountId, name: 'a', now: 1 })
    const values = Array.from({ length: 1201 }, (_, index) => ({
      original: String(index),
      replacementText: 'x',
      isPhoneticRespelling: false,
      enabled: index % 2 === 0,
    }))
    const added = await addReplacements(db, { accountId, libraryId }, { values, now: 2 })
    expect(added).toMatchObject(values)
    expect(await listReplacements(db, { accountId, libraryId })).toEqual(added)
    expect(await enabledReplacements(db, libraryId)).toEqual(added.filter(({ enabled }) => enabled))
  })

  test('have a revision that rises with every change of what they hold', async () => {
    const { id: libraryId } = await createLibrary(db, { accountId, name: 'a', now: 1 })
    const key = { accountId, libraryId }
    const revisions = [...(await findLibraryRevisions(db, { accountId, libraryIds: [key.libraryId] }))]
    const values = [{ original: 'AI', replacementText: 'A I', isPhoneticRespelling: false, enabled: true }]
    const [added] = await addReplacements(db, key, { values, now: 2 })
    revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [key.libraryId] })))
    await updateReplacement(db, { ...added!, enabled: false })
    revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [key.libraryId] })))
    await deleteReplacement(db, { ...key, replacementId: added!.replacementId })
    revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [key.libraryId] })))
    expect(revisions).toEqual([0, 1, 2, 3])
  })
})

describe('clips', () => {
  const insert = (count: number, now = 10) =>
    insertClips(db, { accountId, clips: Array.from({ length: count }, () => CLIP), now })

  test('are claimed in the order of acceptance, each by one worker', async () => {
    const ids = await insert(5)
    const claimed = await Promise.all(ids.map(() => claimNextClip(db, 20)))
    expect(claimed.map((clip) => clip?.id)).toEqual(ids)
    expect(await claimNextClip(db, 20)).toBeUndefined()
  })

  test('are claimed and ended without waiting for the disk, which the next commits wait for again', async () => {
    const [id] = await insert(1)
    const waiting = async () => (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows
    const [full, normal] = [[{ synchronous: 2 }], [{ synchronous: 1 }]]
    expect(await waiting()).toEqual(full)
    await claimNextClip(db, 20)
    expect(await waiting()).toEqual(normal)
    await completeClip(db, id!, { timing: TIMING, now: 30 })
    expect(await waiting()).toEqual(normal)
    await insert(1)
    expect(await waiting()).toEqual(full)
    await db.transaction().execute(async (trx) => {
      await claimNextClip(trx, 40)
    })
    expect(await waiting()).toEqual(full)
  })

  test('end once', async () => {
    const [id] = await insert(1)
    await claimNextClip(db, 20)
    expect(await completeClip(db, id!, { timing: TIMING, now: 30 })).toBe(true)
    expect(await failClip(db, id!, { error: { code: 'INTERNAL_ERROR', message: 'x' }, now: 40 })).toBe(false)
    expect(await findClips(db, { accountId, ids: [id!] })).toMatchObject([{ status: 'COMPLETE', error: null }])
    expect(await findClipTiming(db, id!)).toEqual(TIMING)
  })

  test('wait again after the process ended, behind those that were not in hand', async () => {
    const ids = await insert(2)
    await claimNextClip(db, 20)
    expect(await recoverInterruptedClips(db, 25)).toBe(1)
    expect((await claimNextClip(db, 30))?.id).toBe(ids[1])
    expect((await claimNextClip(db, 30))?.id).toBe(ids[0])
  })

  test('that end the process again and again fail with that reason', async () => {
    const [id] = await insert(1)
    for (let end = 0; end < 51; end++) {
      await claimNextClip(db, 20)
      await recoverInterruptedClips(db, 25)
    }
    const [clip] = await findClips(db, { accountId, ids: [id!] })
    expect(clip).toMatchObject({ status: 'FAILED', error: { code: 'INTERNAL_ERROR' } })
    expect(clip?.error?.message).toContain('50 times')
  })

  test('that are given back are claimed again', async () => {
    const [id] = await insert(1)
    await claimNextClip(db, 20)
    await releaseClip(db, id!)
    expect((await claimNextClip(db, 30))?.id).toBe(id)
  })

  test('are listed newest first, by page and by status', async () => {
    const ids = (await insert(3)).toReversed()
    await claimNextClip(db, 20)
    await completeClip(db, ids[2]!, { timing: TIMING, now: 30 })
    const list = async (options: object) =>
      (await listClips(db, { accountId, limit: 10, ...options })).map(({ id }) => id)
    expect(await list({})).toEqual(ids)
    expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2))
    expect(await list({ before: ids[1]! })).toEqual([ids[2]])
    expect(await list({ status: 'COMPLETE' })).toEqual([ids[2]])
  })

  test('that an account lacks are named', async () => {
    const [id] = await insert(1)
    await expect(findClips(db, { accountId, ids: [id!, 'no-such-1', 'no-such-2'] })).rejects.toThrow(
      'Cannot find clips no-such-1, no-such-2',
    )
    await expect(findClips(db, { accountId: 'other', ids: [id!] })).rejects.toThrow(`Cannot find clip ${id}`)
  })

  test('of a certain age are found oldest first', async () => {
    const [old] = await insert(1, 100)
    await insert(1, 200)
    expect((await findClipsAcceptedBefore(db, { time: 200, limit: 5 })).map(({ id }) => id)).toEqual([old])
  })

  test('are accepted all or none', async () => {
    const request = { accountId, key: undefined, requestHash: '', now: 1 }
    const attempt = createOnce(db, request, async (transaction) => {
      await insertClips(transaction, { accountId, clips: [CLIP], now: 1 })
      throw new Error('power cut')
    })
    await expect(attempt).rejects.toThrow('power cut')
    expect(await listClips(db, { accountId, limit: 10 })).toEqual([])
  })
})

describe('idempotency keys', () => {
  const request = { key: 'order-7', requestHash: 'abc', now: 1 }

  test('give the same request the same answer without running it again', async () => {
    let runs = 0
    const create = async () => ({ run: ++runs })
    const answers = [1, 2].map(() => createOnce(db, { accountId, ...request }, create))
    expect(await Promise.all(answers)).toEqual([{ run: 1 }, { run: 1 }])
  })

  test('refuse another request', async () => {
    await createOnce(db, { accountId, ...request }, async () => ({}))
    const other = createOnce(db, { accountId, ...request, requestHash: 'other' }, async () => ({}))
    await expect(other).rejects.toMatchObject({ code: 'CONFLICT', status: 409 })
  })
})

test('a secret stays the same', async () => {
  const first = await ensureSecret(db, 'links')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await ensureSecret(db, 'links')).toBe(first)
  expect(await ensureSecret(db, 'other')).not.toBe(first)
})

test('a data directory is held by one process, and free when that ends', () => {
  const lock = lockDataDirectory(folder)
  expect(() => lockDataDirectory(folder)).toThrow('another Declaim server is running on it')
  lock.release()
  lockDataDirectory(folder).release()
})

describe('files', () => {
  test('are stored whole, read in ranges and deleted', async () => {
    const blobs = await openFileBlobStore(folder)
    await blobs.put('clips/ab/one.mp3', [Buffer.from('hello '), Buffer.from('world')])
    expect(await blobs.size('clips/ab/one.mp3')).toBe(11)
    expect((await buffer(blobs.read('clips/ab/one.mp3'))).toString()).toBe('hello world')
    expect((await buffer(blobs.read('clips/ab/one.mp3', { start: 6, end: 8 }))).toString()).toBe('wor')
    await blobs.delete('clips/ab/one.mp3')
    await blobs.delete('clips/ab/one.mp3')
    expect(await blobs.size('clips/ab/one.mp3')).toBeUndefined()
  })

  test('that were not finished are removed at the next start', async () => {
    await openFileBlobStore(folder)
    await writeFile(join(folder, 'unfinished', 'half'), 'x')
    await openFileBlobStore(folder)
    expect(await readdir(join(folder, 'unfinished'))).toEqual([])
  })

  test.each(['../secret', 'a//b', '/etc/passwd', 'a/.hidden', ''])('refuse the key %j', async (key) => {
    const blobs = await openFileBlobStore(folder)
    await expect(async () => await blobs.size(key)).rejects.toThrow('Cannot use blob key')
  })
})

test('characters are summed up by account and month', async () => {
  const march = { accountId, month: '2026-03' }
  const other = (await createApiKey(db, { name: 'other', now: 1, account: 'other' })).record.accountId
  expect(await findCharacterUsage(db, march)).toBe(0)
  expect(await addCharacterUsage(db, { ...march, characters: 10 })).toBe(10)
  expect(await addCharacterUsage(db, { ...march, characters: 5 })).toBe(15)
  await addCharacterUsage(db, { accountId: other, month: '2026-03', characters: 7 })
  await addCharacterUsage(db, { accountId, month: '2026-04', characters: 1 })
  expect(await findCharacterUsage(db, march)).toBe(15)
})
