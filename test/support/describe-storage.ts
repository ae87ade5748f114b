import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import type { BlobStore } from '../../src/storage/blob-store.ts'
import type { Database } from '../../src/storage/database.ts'
import { insertClips } from '../../src/storage/records/accept-clips.ts'
import { findPlansInUse } from '../../src/storage/records/accounts.ts'
import { findValidApiKey, listApiKeys, revokeApiKey, setApiKey } from '../../src/storage/records/api-keys.ts'
import { insertAuditEntry, listAuditEntries } from '../../src/storage/records/audit-log.ts'
import { addCharacterUsage, findCharacterUsage } from '../../src/storage/records/character-usage.ts'
import { claimClip } from '../../src/storage/records/clip-jobs.ts'
import { findClipParts, insertClipPart } from '../../src/storage/records/clip-parts.ts'
import {
  deleteClip,
  findClips,
  findClipTiming,
  findCompleteClipsWithParts,
  findExistingClips,
  findExpiredClips,
  findOldestWaiting,
  listClips,
} from '../../src/storage/records/clips.ts'
import { completeClip, failClip, noteClipProgress } from '../../src/storage/records/end-clips.ts'
import { deleteEventsBefore, findBulk, findLastEvents, listEvents } from '../../src/storage/records/events.ts'
import { createOnce, IDEMPOTENCY_MS } from '../../src/storage/records/idempotency.ts'
import { endLease, takeLease } from '../../src/storage/records/leases.ts'
import {
  createLibrary,
  deleteLibrary,
  findLibrary,
  findLibraryRevisions,
  listLibraries,
  renameLibrary,
} from '../../src/storage/records/libraries.ts'
import { findClipCharge, restoreClip, retryClip } from '../../src/storage/records/render-clips-again.ts'
import {
  addReplacements,
  deleteReplacement,
  enabledReplacements,
  listReplacements,
  updateReplacement,
} from '../../src/storage/records/replacements.ts'
import { ensureSecret } from '../../src/storage/records/secrets.ts'
import { addUsage, rowOfClip, sumUsage } from '../../src/storage/records/usage.ts'
import type { SynthesisPlan } from '../../src/synthesis/synthesis-plan.ts'
import { describeAccountStorage } from './describe-account-storage.ts'
import { describeAudioStorage } from './describe-audio-storage.ts'
import { describeWebhookStorage } from './describe-webhook-storage.ts'

const PLAN: SynthesisPlan = {
  version: 2,
  engine: 'tone',
  languageCode: 'en-us',
  text: '',
  words: [],
  segments: [],
  warnings: [],
}
export const TIMING = { languageCode: 'en-us', confidence: 1, durationMs: 0, words: [] } as const
export const CLIP = { plan: PLAN, format: { format: 'mp3' } } as const

/** A storage as the service uses it, empty. */
export type OpenStorage = { readonly db: Database; readonly blobs: BlobStore; close(): Promise<void> }

/** States what every storage must do. Each test gets an empty storage of its own. */
export function describeStorage(name: string, open: () => Promise<OpenStorage>): void {
  describeAudioStorage(name, open)
  describeAccountStorage(name, open)
  describeWebhookStorage(name, open)
  describe(`${name}: records`, () => {
    let storage: OpenStorage
    let db: Database
    let accountId: string

    beforeEach(async () => {
      storage = await open()
      db = storage.db
      accountId = (await createApiKey(db, { name: 'test', now: 1 })).record.accountId
    })

    afterEach(() => storage.close())

    describe('keys', () => {
      test('a new key is valid until it is revoked', async () => {
        const { key, record } = await createApiKey(db, { name: 'phone menu', now: 5 })
        expect(await findValidApiKey(db, key)).toEqual({ ...record, plan: 'default', accountStatus: 'active' })
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

      test('setting a key leaves keys of other accounts alone, whatever their names', async () => {
        const { key } = await createApiKey(db, { name: 'bootstrap', account: 'other', now: 1 })
        const { key: former } = await createApiKey(db, { name: 'bootstrap', now: 1 })
        await setApiKey(db, { key: 'first', name: 'bootstrap', now: 2 })
        expect(await findValidApiKey(db, key)).toBeDefined()
        expect(await findValidApiKey(db, former)).toBeUndefined()
      })

      test('a key can be set by several processes at once', async () => {
        const options = { name: 'bootstrap', account: 'new', now: 1 }
        await Promise.all(Array.from({ length: 8 }, () => setApiKey(db, { ...options, key: 'first' })))
        expect(await findValidApiKey(db, 'first')).toMatchObject({ name: 'bootstrap' })
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
        const revisions = [...(await findLibraryRevisions(db, { accountId, libraryIds: [libraryId] }))]
        const values = [{ original: 'AI', replacementText: 'A I', isPhoneticRespelling: false, enabled: true }]
        const [added] = await addReplacements(db, key, { values, now: 2 })
        revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [libraryId] })))
        await updateReplacement(db, { ...added!, enabled: false })
        revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [libraryId] })))
        await deleteReplacement(db, { ...key, replacementId: added!.replacementId })
        revisions.push(...(await findLibraryRevisions(db, { accountId, libraryIds: [libraryId] })))
        expect(revisions).toEqual([0, 1, 2, 3])
      })
    })

    describe('clips', () => {
      const insert = async (count: number, now = 10) => {
        const clips = Array.from({ length: count }, () => CLIP)
        return (await insertClips(db, { accountId, clips, now })).map(({ id }) => id)
      }

      test('end once', async () => {
        const [id] = await insert(1)
        expect(await completeClip(db, id!, { timing: TIMING, audio: [], now: 30 })).toBe(true)
        expect(await failClip(db, id!, { error: { code: 'INTERNAL_ERROR', message: 'x' }, now: 40 })).toBe(false)
        expect(await findClips(db, { accountId, ids: [id!] })).toMatchObject([{ status: 'COMPLETE', error: null }])
        expect(await findClipTiming(db, id!)).toEqual(TIMING)
      })

      test('are listed newest first, by page and by status', async () => {
        const ids = (await insert(3)).toReversed()
        await completeClip(db, ids[2]!, { timing: TIMING, audio: [], now: 30 })
        const list = async (options: object) =>
          (await listClips(db, { accountId, limit: 10, ...options })).map(({ id }) => id)
        expect(await list({})).toEqual(ids)
        expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2))
        expect(await list({ before: ids[1]! })).toEqual([ids[2]])
        expect(await list({ status: 'COMPLETE' })).toEqual([ids[2]])
      })

      test('are listed by label and by time of acceptance', async () => {
        const clips = ['a', 'b', 'a'].map((label) => ({ ...CLIP, label }))
        for (const [i, clip] of clips.entries()) await insertClips(db, { accountId, clips: [clip], now: 10 * i })
        const list = async (options: object) =>
          (await listClips(db, { accountId, limit: 10, ...options })).map(({ createdAt }) => createdAt)
        expect(await list({ label: 'a' })).toEqual([20, 0])
        expect(await list({ createdAfter: 10 })).toEqual([20, 10])
        expect(await list({ createdAfter: 0, createdBefore: 20, label: 'a' })).toEqual([0])
      })

      test('keep what their creator said, and show how much of them is rendered', async () => {
        const segments = Array.from({ length: 3 }, () => ({})) as unknown as SynthesisPlan['segments']
        const metadata = { text: '"\\\u0000 \ud800 ☕', list: [1, { a: null }] }
        const clip = { ...CLIP, plan: { ...PLAN, segments }, label: "it's", metadata, characters: 7 }
        const [accepted] = await insertClips(db, { accountId, clips: [clip], now: 10 })
        const id = accepted!.id
        const find = async () => (await findClips(db, { accountId, ids: [id] }))[0]!
        expect(await find()).toMatchObject({ label: "it's", metadata, characters: 7, progress: 0, finishedAt: null })
        await noteClipProgress(db, id, 2)
        expect(await find()).toMatchObject({ progress: 0.5, audioSeconds: null })
        await completeClip(db, id, { timing: { ...TIMING, durationMs: 1234 }, audio: [], now: 30 })
        await noteClipProgress(db, id, 1)
        expect(await find()).toMatchObject({ progress: 1, audioSeconds: 1.234, finishedAt: 30 })
      })

      test('are retried if they have FAILED, behind the clips that wait', async () => {
        const [failed, waiting] = await insert(2)
        const retry = (account = accountId) => retryClip(db, { id: failed!, accountId: account, charge: undefined })
        expect(await retry()).toBeUndefined()
        await failClip(db, failed!, { error: { code: 'INTERNAL_ERROR', message: 'x' }, now: 40 })
        expect(await retry('other')).toBeUndefined()
        const last = await db.selectFrom('clips').select('turn').where('id', '=', waiting!).executeTakeFirstOrThrow()
        expect(await retry()).toEqual({ id: failed, turn: last.turn + 1 })
        const [clip] = await findClips(db, { accountId, ids: [failed!] })
        expect(clip).toMatchObject({ status: 'PROCESSING', error: null, finishedAt: null })
        expect(await retry()).toBeUndefined()
        expect(await completeClip(db, failed!, { timing: TIMING, audio: [], now: 50 })).toBe(true)
      })

      test('that an account lacks are named', async () => {
        const [id] = await insert(1)
        await expect(findClips(db, { accountId, ids: [id!, 'no-such-1', 'no-such-2'] })).rejects.toThrow(
          'Cannot find clips no-such-1, no-such-2',
        )
        await expect(findClips(db, { accountId: 'other', ids: [id!] })).rejects.toThrow(`Cannot find clip ${id}`)
      })

      test('that ended before a time are found by plan, oldest first; those that have not ended are not', async () => {
        const [young, old, oldest] = await insert(4, 1)
        for (const [i, id] of [oldest, old, young].entries())
          await completeClip(db, id!, { timing: TIMING, audio: [], now: 100 * (i + 1) })
        const find = async (plan: string, limit = 5) =>
          (await findExpiredClips(db, { plan, finishedBefore: 300, limit })).map(({ id }) => id)
        expect(await find('default')).toEqual([oldest, old])
        expect(await find('default', 1)).toEqual([oldest])
        expect(await find('large')).toEqual([])
        await db.updateTable('accounts').set({ plan: 'large' }).where('id', '=', accountId).execute()
        expect(await find('large')).toEqual([oldest, old])
        expect(await findPlansInUse(db)).toContain('large')
        expect(await findExistingClips(db, [old!, 'no-such-clip'])).toEqual(new Set([old]))
      })

      test('that wait for a worker are looked at by the one that waits longest', async () => {
        expect(await findOldestWaiting(db)).toBeUndefined()
        const [first] = await insert(1, 70)
        await insert(1, 90)
        expect(await findOldestWaiting(db)).toBe(70)
        await claimClip(db, first!, 100)
        expect(await findOldestWaiting(db)).toBe(90)
      })

      test('are joined with what is left of their rendering only once they are COMPLETE', async () => {
        const [id] = await insert(1)
        const part = { clipId: id!, engineVersion: '1', sampleRate: 8000, samples: 7, words: [], crc32: 2 ** 32 - 1 }
        expect(await insertClipPart(db, { ...part, firstSegment: 0, segments: 2 })).toBe(true)
        const words = [[3, 1, 5, 2, 5]] as const
        for (let i = 0; i < 2; i += 1) await insertClipPart(db, { ...part, firstSegment: 2, segments: 1, words })
        expect(await insertClipPart(db, { ...part, clipId: 'none', firstSegment: 0, segments: 1 })).toBe(false)
        expect(await findClipParts(db, id!)).toEqual([
          { ...part, firstSegment: 0, segments: 2 },
          { ...part, firstSegment: 2, segments: 1, words },
        ])
        expect(await findCompleteClipsWithParts(db)).toEqual([])
        await completeClip(db, id!, { timing: TIMING, audio: [], now: 30 })
        expect(await findCompleteClipsWithParts(db)).toEqual([id])
        await deleteClip(db, id!)
        expect(await findClipParts(db, id!)).toEqual([])
      })

      test('are swept by one process at a time', async () => {
        const take = (now: number) => takeLease(db, 'sweep', { now, until: now + 100 })
        expect(
          (await Promise.all([take(1), take(1), take(1), take(1)])).toSorted(
            (one, other) => Number(one) - Number(other),
          ),
        ).toEqual([false, false, false, true])
        expect([await take(100), await takeLease(db, 'other', { now: 1, until: 2 })]).toEqual([false, true])
        expect([await take(101), await take(102)]).toEqual([true, false])
        await endLease(db, 'sweep')
        expect(await take(103)).toBe(true)
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

    describe('events', () => {
      const error = { code: 'INTERNAL_ERROR', message: 'x' }
      const complete = (id: string, now = 30) => completeClip(db, id, { timing: TIMING, audio: [], now })
      const insert = async (count: number, isBulk = false) => {
        const clips = Array.from({ length: count }, () => CLIP)
        return (await insertClips(db, { accountId, clips, isBulk, now: 10 })).map(({ id }) => id)
      }
      const list = async (after = 0) =>
        (await listEvents(db, { accountId, after, limit: 100 })).map(({ type, subject }) => [type, subject])

      test('say once that a clip has ended, and again after a retry', async () => {
        const [one, two] = await insert(2)
        await Promise.all([complete(one!), complete(one!), failClip(db, two!, { error, now: 40 })])
        expect(new Map((await list()) as [string, string][])).toEqual(
          new Map([
            ['clip.completed', one],
            ['clip.failed', two],
          ]),
        )
        await retryClip(db, { id: two!, accountId, charge: undefined })
        await complete(two!, 50)
        const events = await listEvents(db, { accountId, after: 0, limit: 100 })
        expect(events.at(-1)).toMatchObject({ type: 'clip.completed', subject: two, createdAt: 50 })
        expect(await findLastEvents(db, [accountId, 'other'])).toEqual(new Map([[accountId, events.at(-1)!.position]]))
        expect(await list(events[1]!.position)).toEqual([['clip.completed', two]])
      })

      test('say of a combination that it is one', async () => {
        const plan = {
          kind: 'combination',
          version: 1,
          accountId,
          clipIds: [],
          pausesSeconds: [],
          hasChapters: true,
        } as const
        const [clip] = await insertClips(db, { accountId, clips: [{ ...CLIP, plan }], now: 1 })
        await complete(clip!.id)
        expect(await list()).toEqual([['combination.completed', clip!.id]])
      })

      test('say once that a bulk has ended, however its clips end at the same time', async () => {
        const ids = await insert(20, true)
        await Promise.all(ids.map((id, i) => (i % 2 === 0 ? complete(id) : failClip(db, id, { error, now: 40 }))))
        const events = await list()
        expect(events).toHaveLength(21)
        expect(events.filter(([type]) => type === 'bulk.completed')).toHaveLength(1)
        expect(events.at(-1)![0]).toBe('bulk.completed')
        const [, id] = events.at(-1)!
        expect((await findBulk(db, { accountId, id: id! })).map((clip) => clip.id)).toEqual(ids)
        expect(await findBulk(db, { accountId: 'other', id: id! })).toEqual([])
      })

      test('end a bulk whose last clip is deleted; one without clips has no end', async () => {
        const [one, two] = await insert(2, true)
        await complete(one!)
        await deleteClip(db, two!)
        expect((await list()).map(([type]) => type)).toEqual(['clip.completed', 'bulk.completed'])
        for (const id of await insert(2, true)) await deleteClip(db, id)
        expect(await list()).toHaveLength(2)
      })

      test('are forgotten by age', async () => {
        const ids = await insert(2)
        await complete(ids[0]!, 100)
        await complete(ids[1]!, 200)
        await deleteEventsBefore(db, 200)
        expect(await list()).toEqual([['clip.completed', ids[1]]])
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

    describe('the usage of clips', () => {
      const charge = { day: '2026-03-14', endpoint: 'clips', keyId: 'k', speakerId: 3, characters: 12 }
      const spoken = { requests: 1, characters: 12, audioMs: 0, cacheHits: 0 }
      const usage = () => sumUsage(db, { accountId, from: '2026-01-01', to: '2026-12-31', groupBy: [] })
      const month = () => findCharacterUsage(db, { accountId, month: '2026-03' })
      const error = { code: 'INTERNAL_ERROR', message: 'x' }

      async function accept(): Promise<string> {
        return await db.transaction().execute(async (transaction) => {
          const [clip] = await insertClips(transaction, { accountId, clips: [{ ...CLIP, charge }], now: 1 })
          await addUsage(transaction, [rowOfClip(accountId, charge, { audioMs: 0, cacheHits: 0 })])
          return clip!.id
        })
      }

      test('is charged when they are accepted, and gets what was spoken when they are complete', async () => {
        const id = await accept()
        expect([await usage(), await month()]).toEqual([[spoken], 12])
        const timing = { ...TIMING, durationMs: 1500 }
        for (let i = 0; i < 2; i++) await completeClip(db, id, { timing, audio: [], cacheHits: 2, now: 2 })
        expect([await usage(), await month()]).toEqual([[{ ...spoken, audioMs: 1500, cacheHits: 2 }], 12])
        expect(await failClip(db, id, { error, now: 3 })).toBe(false)
        expect(await month()).toBe(12)
      })

      test('is refunded once if they fail, and charged again if they are tried again', async () => {
        const id = await accept()
        await accept()
        for (let i = 0; i < 2; i++) await failClip(db, id, { error, now: 2 })
        expect([await usage(), await month()]).toEqual([[spoken], 12])
        expect(await findClipCharge(db, { id, accountId: 'other' })).toBeUndefined()
        const again = { ...(await findClipCharge(db, { id, accountId }))!, day: '2026-04-01', keyId: 'other' }
        await db.transaction().execute(async (transaction) => {
          await retryClip(transaction, { id, accountId, charge: again })
          await addUsage(transaction, [rowOfClip(accountId, again, { audioMs: 0, cacheHits: 0 })])
        })
        const april = () => findCharacterUsage(db, { accountId, month: '2026-04' })
        expect([await usage(), await month(), await april()]).toEqual([
          [{ ...spoken, requests: 2, characters: 24 }],
          12,
          12,
        ])
        await failClip(db, id, { error, now: 3 })
        expect([await month(), await april()]).toEqual([12, 0])
      })

      test('does not change if their audio has to be made again', async () => {
        const id = await accept()
        await completeClip(db, id, { timing: { ...TIMING, durationMs: 500 }, audio: [], now: 2 })
        await restoreClip(db, id)
        await completeClip(db, id, { timing: { ...TIMING, durationMs: 500 }, audio: [], now: 3 })
        await restoreClip(db, id)
        await failClip(db, id, { error, now: 4 })
        expect([await usage(), await month()]).toEqual([[{ ...spoken, audioMs: 500 }], 12])
      })

      test('is refunded in the same transaction as the failure, or not at all', async () => {
        const id = await accept()
        const attempt = db.transaction().execute(async (transaction) => {
          await failClip(transaction, id, { error, now: 2 })
          throw new Error('power cut')
        })
        await expect(attempt).rejects.toThrow('power cut')
        expect(await month()).toBe(12)
        expect(await findClips(db, { accountId, ids: [id] })).toMatchObject([{ status: 'PROCESSING' }])
      })

      test('is exact if many end at once', async () => {
        const ids: string[] = []
        for (let i = 0; i < 20; i++) ids.push(await accept())
        await Promise.all(
          ids.map((id, i) =>
            i % 2 === 0
              ? failClip(db, id, { error, now: 2 })
              : completeClip(db, id, { timing: { ...TIMING, durationMs: 10 }, audio: [], now: 2 }),
          ),
        )
        const half = { requests: 10, characters: 120, audioMs: 100, cacheHits: 0 }
        expect([await usage(), await month()]).toEqual([[half], 120])
      })
    })

    describe('the audit log', () => {
      const entry = {
        actor: { kind: 'operator', name: 'tester' },
        action: 'createKey',
        accountId: undefined,
        target: 'x',
        details: { name: 'y' },
        time: 5,
      } as const

      test('returns what was added', async () => {
        await insertAuditEntry(db, entry)
        const key = { kind: 'key', accountId, keyId: 'k', address: '127.0.0.1' } as const
        await insertAuditEntry(db, { ...entry, actor: key, accountId })
        const session = { ...key, kind: 'session', keyId: undefined } as const
        await insertAuditEntry(db, { ...entry, actor: session, time: 6 })
        const stored = await listAuditEntries(db, { limit: 10 })
        expect(stored).toMatchObject([
          { ...entry, actor: session, time: 6 },
          { ...entry, actor: key, accountId },
          entry,
        ])
        const ids = async (query: object) =>
          (await listAuditEntries(db, { limit: 10, ...query })).map(({ position }) => position)
        const [third, second, first] = stored.map(({ position }) => position)
        expect(await ids({ accountId })).toEqual([third, second])
        expect(await ids({ from: 6 })).toEqual([third])
        expect(await ids({ to: 6 })).toEqual([second, first])
        expect(await ids({ before: second })).toEqual([first])
        expect(await ids({ keyId: 'k' })).toEqual([second])
        expect(await ids({ keyId: 'x', action: 'createKey', limit: 1 })).toEqual([third])
      })

      test('takes additions and nothing else', async () => {
        await insertAuditEntry(db, entry)
        const refusal = 'The audit log is append-only'
        await expect(db.updateTable('audit_log').set({ action: 'nothing' }).execute()).rejects.toThrow(refusal)
        await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(refusal)
        const position = (await listAuditEntries(db, { limit: 1 }))[0]!.position
        const replaced = { position, time: 1, actor: 'operator', action: 'nothing', details: '{}' }
        await expect(db.replaceInto('audit_log').values(replaced).execute()).rejects.toThrow(/append-only|syntax/)
        expect(await listAuditEntries(db, { limit: 10 })).toMatchObject([entry])
      })
    })

    test('an idempotency key holds for 24 hours, and then belongs to the first that takes it again', async () => {
      const { accountId } = (await createApiKey(db, { name: 'x', now: 1 })).record
      let runs = 0
      const ask = (now: number, requestHash = 'abc') =>
        createOnce(db, { accountId, key: 'order', requestHash, now }, async () => ({ run: ++runs }))
      expect(await ask(1000)).toEqual({ run: 1 })
      expect(await ask(1000 + IDEMPOTENCY_MS - 1)).toEqual({ run: 1 })
      const later = 1000 + IDEMPOTENCY_MS
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(later, 'other')))
      expect(answers).toEqual(Array.from({ length: 5 }, () => ({ run: 2 })))
      await expect(ask(later + 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    test('a secret stays the same', async () => {
      const first = await ensureSecret(db, 'links')
      expect(first).toMatch(/^[0-9a-f]{64}$/)
      expect(await ensureSecret(db, 'links')).toBe(first)
      expect(await ensureSecret(db, 'other')).not.toBe(first)
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

    test('two requests with one idempotency key that come at once are one', async () => {
      const { accountId } = (await createApiKey(db, { name: 'x', now: 1 })).record
      const request = { accountId, key: 'once', requestHash: 'abc', now: 1 }
      const create = (transaction: Database) => insertClips(transaction, { accountId, clips: [CLIP], now: 1 })
      const answers = await Promise.all(Array.from({ length: 8 }, () => createOnce(db, request, create)))
      expect(new Set(answers.map(([clip]) => clip?.id)).size).toBe(1)
      expect(await listClips(db, { accountId, limit: 10 })).toHaveLength(1)
    })

    test('a key whose request failed can be used again', async () => {
      const { accountId } = (await createApiKey(db, { name: 'x', now: 1 })).record
      const request = { accountId, key: 'once', requestHash: 'abc', now: 1 }
      const refusal = createOnce(db, request, async () => {
        throw new Error('refused')
      })
      await expect(refusal).rejects.toThrow('refused')
      expect(await createOnce(db, request, async () => ({ fine: true }))).toEqual({ fine: true })
    })
  })
}
