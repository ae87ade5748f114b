import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import type { Database } from '../../src/storage/database.ts'
import { insertClips } from '../../src/storage/records/accept-clips.ts'
import { deleteAccountRecords, findDeletedAccountsWithContents } from '../../src/storage/records/account-contents.ts'
import { findAccountTerms, setAccountTerms } from '../../src/storage/records/account-terms.ts'
import { updateAccount } from '../../src/storage/records/accounts.ts'
import { addCharacterUsage, findCharacterUsage, spendCharacters } from '../../src/storage/records/character-usage.ts'
import { deleteClip, listClips } from '../../src/storage/records/clips.ts'
import { completeClip, failClip } from '../../src/storage/records/end-clips.ts'
import { createLibrary } from '../../src/storage/records/libraries.ts'
import { deletePlan, findPlan, listPlans, setPlan } from '../../src/storage/records/plans.ts'
import { deleteSessions, findSession, insertSession, insertSignInCode } from '../../src/storage/records/sessions.ts'
import {
  addUsage,
  sumKeyCharacters,
  sumUsage,
  USAGE_GROUPS,
  type UsageGroup,
  type UsageRow,
} from '../../src/storage/records/usage.ts'
import { insertEndpoint } from '../../src/storage/records/webhook-endpoints.ts'
import { CLIP, type OpenStorage, TIMING } from './describe-storage.ts'

/** States what every storage must do for accounts and what they use. The tests share a storage; each has an account of its own. */
export function describeAccountStorage(name: string, open: () => Promise<OpenStorage>): void {
  describe(`${name}: accounts`, () => {
    let storage: OpenStorage
    let db: Database
    let accountId: string
    let accounts = 0

    beforeAll(async () => {
      storage = await open()
      db = storage.db
    })
    afterAll(() => storage.close())
    beforeEach(async () => {
      accountId = await newAccount()
    })

    async function newAccount(): Promise<string> {
      accounts += 1
      return (await createApiKey(db, { name: 'x', account: `account ${accounts}`, now: 1 })).record.accountId
    }

    describe('clips', () => {
      const clip = fc.record({
        label: fc.constantFrom('a', 'b', undefined),
        now: fc.integer({ min: 0, max: 5 }),
        end: fc.constantFrom('COMPLETE', 'FAILED', 'PROCESSING'),
        isForeign: fc.boolean(),
      })
      const query = fc.record(
        {
          label: fc.constantFrom('a', 'b', 'c'),
          status: fc.constantFrom('COMPLETE' as const, 'FAILED' as const, 'PROCESSING' as const),
          createdAfter: fc.integer({ min: 0, max: 6 }),
          createdBefore: fc.integer({ min: 0, max: 6 }),
        },
        { requiredKeys: [] },
      )

      test('are listed page by page as their filter says, whatever they are', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(clip, { maxLength: 12 }),
            fc.array(query, { minLength: 3, maxLength: 3 }),
            fc.integer({ min: 1, max: 4 }),
            async (clips, queries, limit) => {
              const [own, foreign] = [await newAccount(), await newAccount()]
              const stored: { readonly id: string; readonly label: string | undefined; now: number; end: string }[] = []
              for (const { label, now, end, isForeign } of clips) {
                const options = { accountId: isForeign ? foreign : own, clips: [{ ...CLIP, label }], now }
                const { id } = (await insertClips(db, options))[0]!
                if (end === 'COMPLETE') await completeClip(db, id, { timing: TIMING, audio: [], now: 9 })
                if (end === 'FAILED') await failClip(db, id, { error: { code: 'NOT_FOUND', message: '' }, now: 9 })
                if (!isForeign) stored.unshift({ id, label, now, end })
              }
              for (const asked of queries) {
                const { label, status, createdAfter = 0, createdBefore = 9 } = asked
                const expected = stored.filter(
                  (one) =>
                    (label === undefined || one.label === label) &&
                    (status === undefined || one.end === status) &&
                    one.now >= createdAfter &&
                    one.now < createdBefore,
                )
                const found: string[] = []
                for (;;) {
                  const before = found.at(-1)
                  const page = await listClips(db, { accountId: own, limit, ...asked, ...(before && { before }) })
                  found.push(...page.map(({ id }) => id))
                  if (page.length < limit) break
                }
                expect(found).toEqual(expected.map(({ id }) => id))
              }
            },
          ),
          { numRuns: 12 },
        )
      })

      test('before one of another account are none', async () => {
        const foreign = await newAccount()
        await insertClips(db, { accountId, clips: [CLIP], now: 1 })
        const [other] = await insertClips(db, { accountId: foreign, clips: [CLIP], now: 1 })
        expect(await listClips(db, { accountId, limit: 9, before: other!.id })).toEqual([])
        expect(await listClips(db, { accountId, limit: 9, before: 'unknown' })).toEqual([])
      })
    })

    describe('usage', () => {
      const row = fc.record({
        day: fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'),
        endpoint: fc.constantFrom('stream', 'clips'),
        keyId: fc.constantFrom('', 'k1', 'k2', 'mem_1', 'mem_2'),
        speakerId: fc.constantFrom(3, 7),
        requests: fc.integer({ min: 0, max: 3 }),
        characters: fc.integer({ min: 0, max: 500 }),
        audioMs: fc.integer({ min: 0, max: 100_000 }),
        cacheHits: fc.integer({ min: 0, max: 3 }),
      })
      const isMember = ({ keyId }: Pick<UsageRow, 'keyId'>) => keyId.startsWith('mem_')
      const VALUES: Readonly<Record<UsageGroup, (row: UsageRow) => string | number>> = {
        day: ({ day }) => day,
        endpoint: ({ endpoint }) => endpoint,
        key: (one) => (isMember(one) ? '' : one.keyId),
        member: (one) => (isMember(one) ? one.keyId : ''),
        avatar: ({ speakerId }) => speakerId,
      }

      test('is the sum of what was added, divided in any way, over any range of days', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 3 }),
            fc.subarray([...USAGE_GROUPS]),
            fc.constantFrom(['2026-03-01', '2026-03-31'], ['2026-01-01', '2026-12-31'], ['2026-03-02', '2026-03-01']),
            async (batches, groupBy, [from, to]) => {
              const account = await newAccount()
              const rows = batches.flat().map((one) => ({ ...one, accountId: account }) satisfies UsageRow)
              for (const batch of batches) {
                const own = batch.map((one) => ({ ...one, accountId: account }))
                await db.transaction().execute((transaction) => addUsage(transaction, own))
              }
              const sums = new Map<string, Record<string, string | number>>()
              for (const one of rows.filter(({ day }) => day >= from! && day <= to!)) {
                const groups = Object.fromEntries(groupBy.map((group) => [group, VALUES[group](one)]))
                const id = JSON.stringify(groups)
                const sum = sums.get(id) ?? { ...groups, requests: 0, characters: 0, audioMs: 0, cacheHits: 0 }
                for (const amount of ['requests', 'characters', 'audioMs', 'cacheHits'] as const)
                  sum[amount] = Number(sum[amount]) + one[amount]
                sums.set(id, sum)
              }
              const expected = [...sums.values()].filter(({ requests }) => Number(requests) > 0)
              const found = await sumUsage(db, { accountId: account, from: from!, to: to!, groupBy })
              expect(found).toHaveLength(expected.length)
              expect(found).toEqual(expect.arrayContaining(expected))
              const march = rows.filter(({ day }) => day.startsWith('2026-03'))
              const characters = march.reduce((sum, one) => sum + one.characters, 0)
              expect(await findCharacterUsage(db, { accountId: account, month: '2026-03' })).toBe(characters)
            },
          ),
          { numRuns: 12 },
        )
      })

      test('comes in the order of its groups', async () => {
        const amounts = { requests: 1, characters: 1, audioMs: 1, cacheHits: 0 }
        const rows = ['2026-03-02', '2026-03-01', '2026-03-10'].flatMap((day) =>
          ['stream', 'clips'].map((endpoint) => ({ accountId, day, endpoint, keyId: '', speakerId: 3, ...amounts })),
        )
        await addUsage(db, rows)
        const found = await sumUsage(db, {
          accountId,
          from: '2026-03-01',
          to: '2026-03-31',
          groupBy: ['day', 'endpoint'],
        })
        expect(found.map(({ day, endpoint }) => `${day} ${endpoint}`)).toEqual(
          ['2026-03-01', '2026-03-02', '2026-03-10'].flatMap((day) => [`${day} clips`, `${day} stream`]),
        )
      })

      test('of a key is that from a day on, in all accounts and endpoints', async () => {
        const keyId = `key of ${accountId}`
        const one = { accountId, endpoint: 'stream', keyId, speakerId: 3, requests: 1, audioMs: 0, cacheHits: 0 }
        await addUsage(db, [
          { ...one, day: '2026-02-28', characters: 1 },
          { ...one, day: '2026-03-01', characters: 20 },
          { ...one, day: '2026-03-31', characters: 300, endpoint: 'clips' },
          { ...one, day: '2026-03-31', characters: 4000, keyId: 'other' },
        ])
        expect(await sumKeyCharacters(db, keyId, '2026-03-01')).toBe(320)
        expect(await sumKeyCharacters(db, 'unused', '2026-03-01')).toBe(0)
      })

      test('is spent up to a limit and no further, however many spend at once', async () => {
        const month = { accountId, month: '2026-03' }
        const spend = (characters: number, most = 100) => spendCharacters(db, { ...month, characters, most })
        expect(await spend(101)).toBeUndefined()
        expect(await findCharacterUsage(db, month)).toBe(0)
        const sums = await Promise.all(Array.from({ length: 20 }, () => spend(7)))
        expect(sums.filter((sum) => sum !== undefined).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: 14 }, (_, i) => 7 * (i + 1)),
        )
        expect([await spend(2), await spend(1), await spend(0)]).toEqual([100, undefined, 100])
        expect(await addCharacterUsage(db, { ...month, characters: -30 })).toBe(70)
        expect(await findCharacterUsage(db, { accountId, month: '2026-04' })).toBe(0)
      })
    })

    test('plans are stored by name, whole', async () => {
      await setPlan(db, 'zoo', { requestBurst: 3, requestsPerSecond: null })
      await setPlan(db, 'ant', { monthEnd: 'soft' })
      await setPlan(db, 'zoo', { webhooks: false })
      expect(await findPlan(db, 'zoo')).toEqual({ webhooks: false })
      expect(await listPlans(db)).toEqual([
        { name: 'ant', limits: { monthEnd: 'soft' } },
        { name: 'zoo', limits: { webhooks: false } },
      ])
      expect([await deletePlan(db, 'zoo'), await deletePlan(db, 'zoo')]).toEqual([true, false])
      expect(await findPlan(db, 'zoo')).toBeUndefined()
    })

    test('terms are stored by account, whole', async () => {
      await setAccountTerms(db, accountId, { allow: ['a “b”'], deny: [] })
      await setAccountTerms(db, accountId, { allow: [], deny: ['c'] })
      expect(await findAccountTerms(db, accountId)).toEqual({ allow: [], deny: ['c'] })
      expect(await findAccountTerms(db, await newAccount())).toBeUndefined()
    })

    test('a session is found until it expires, and ends with its account', async () => {
      const session = { hash: `hash ${accountId}`, accountId, keyId: undefined, expiresAt: 100 }
      await insertSession(db, session, 1)
      expect(await findSession(db, session.hash, 99)).toEqual({ accountId, keyId: undefined, expiresAt: 100 })
      expect(await findSession(db, session.hash, 100)).toBeUndefined()
      await deleteSessions(db, await newAccount())
      expect(await findSession(db, session.hash, 99)).toBeDefined()
      await deleteSessions(db, accountId)
      expect(await findSession(db, session.hash, 99)).toBeUndefined()
    })

    describe('a deleted account', () => {
      const clip = async () => {
        await insertClips(db, { accountId, clips: [CLIP], now: 1 })
      }
      const contents: Readonly<Record<string, () => Promise<unknown>>> = {
        'a clip': clip,
        'a library': () => createLibrary(db, { accountId, name: 'x', now: 1 }),
        'a webhook': () => insertEndpoint(db, { accountId, url: 'https://a', eventTypes: null, secret: 's', now: 1 }),
        terms: () => setAccountTerms(db, accountId, { allow: [], deny: ['x'] }),
        'a sign-in code': () => insertSignInCode(db, { hash: `code ${accountId}`, accountId, expiresAt: 99 }),
      }

      test.each(Object.keys(contents))('that has %s is cleared', async (what) => {
        await contents[what]!()
        const isFound = async () => (await findDeletedAccountsWithContents(db)).includes(accountId)
        expect(await isFound()).toBe(false)
        await updateAccount(db, accountId, { status: 'deleted', name: `deleted ${accountId}` })
        expect(await isFound()).toBe(true)
        for (const { id } of await listClips(db, { accountId, limit: 9 })) await deleteClip(db, id)
        await deleteAccountRecords(db, accountId)
        expect(await isFound()).toBe(false)
      })

      test('that has nothing is not looked at again', async () => {
        await updateAccount(db, accountId, { status: 'deleted', name: `deleted ${accountId}` })
        expect(await findDeletedAccountsWithContents(db)).not.toContain(accountId)
      })
    })
  })
}
