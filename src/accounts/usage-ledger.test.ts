import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLIP } from '../../test/support/describe-storage.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { insertClips } from '../storage/records/accept-clips.ts'
import { findCharacterUsage } from '../storage/records/character-usage.ts'
import { failClip } from '../storage/records/end-clips.ts'
import { REPORTED_GROUPS, sumUsage } from '../storage/records/usage.ts'
import { createCharacterQuota } from './character-quota.ts'
import { createApiKey } from './create-key.ts'
import { createUsageLedger, type UsageLedger } from './usage-ledger.ts'

const NOW = Date.parse('2026-03-30T12:00:00Z')
const PLAN = { charactersPerMonth: 100, monthEnd: 'hard' } as const

let db: Database
let accountId: string
let ledger: UsageLedger
let now: number
let errors: unknown[]

beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createApiKey(db, { name: 'x', now: 1 })).record.accountId
  errors = []
  now = NOW
  ledger = createUsageLedger({ db, clock: () => now, onError: (error) => errors.push(error) })
})
afterEach(async () => {
  await ledger.close()
  await db.destroy()
})

const quota = () => createCharacterQuota({ db, clock: () => now, onSpend: () => {} })

async function open(characters: number, key?: { id: string; charactersPerMonth: number | null }) {
  const account = await shared.open(accountId, PLAN, { key })
  return ledger.open(account, { accountId, endpoint: 'stream', keyId: key?.id }, [{ speakerId: 3, characters }])
}
let shared = quota()
beforeEach(() => {
  shared = quota()
})

const usageRows = () => sumUsage(db, { accountId, from: '2026-01-01', to: '2026-12-31', groupBy: REPORTED_GROUPS })
const month = () => findCharacterUsage(db, { accountId, month: '2026-03' })

test('a settled text is stored before settle resolves, with what was spoken', async () => {
  const charge = await (await open(10)).spend(10)
  expect(await month()).toBe(0)
  await charge.settle({ audioMs: 1500, cacheHits: 2 })
  expect(await month()).toBe(10)
  expect(await usageRows()).toEqual([
    {
      day: '2026-03-30',
      endpoint: 'stream',
      key: '',
      avatar: 3,
      requests: 1,
      characters: 10,
      audioMs: 1500,
      cacheHits: 2,
    },
  ])
})

test('a charge ends once, whatever is called afterwards', async () => {
  const allotment = await open(10)
  const refunded = await allotment.spend(10)
  refunded.refund()
  refunded.refund()
  await refunded.settle()
  const settled = await allotment.spend(10)
  await settled.settle()
  settled.refund()
  await settled.settle()
  settled.keep()
  expect(await month()).toBe(10)
  expect(allotment.read()).toMatchObject({ used: 10, remaining: 90 })
})

test('texts under way count against the limit, and refunded ones do not', async () => {
  const allotment = await open(60)
  const first = await allotment.spend(60)
  await expect(allotment.spend(60)).rejects.toThrow('Cannot speak 60 characters: 40 of this month')
  first.refund()
  await (await allotment.spend(60)).settle()
  const rest = await open(40)
  await expect(rest.spend(41)).rejects.toThrow('40 of this month')
  await (await rest.spend(40)).settle()
  expect(await month()).toBe(100)
})

test('many texts that end at once are all stored, in few transactions', async () => {
  const charges = await Promise.all(Array.from({ length: 50 }, async () => await (await open(2)).spend(2)))
  await Promise.all(charges.map((charge) => charge.settle({ audioMs: 1, cacheHits: 1 })))
  expect(await usageRows()).toMatchObject([{ requests: 50, characters: 100, audioMs: 50, cacheHits: 50 }])
})

test('a text stored in a transaction of the caller is charged if that commits, and only then', async () => {
  const kept = await (await open(30)).spend(30)
  await db.transaction().execute((transaction) => kept.store(transaction))
  kept.keep()
  const lost = await (await open(30)).spend(30)
  const failing = db.transaction().execute(async (transaction) => {
    await lost.store(transaction)
    throw new Error('power cut')
  })
  await expect(failing).rejects.toThrow('power cut')
  lost.refund()
  expect(await month()).toBe(30)
  expect((await open(1)).read()).toMatchObject({ used: 30 })
})

test('a text whose month cannot be stored fails the transaction of the caller', async () => {
  const charge = await (await open(30)).spend(30)
  await db.schema.alterTable('character_usage').renameTo('hidden').execute()
  const storing = db.transaction().execute((transaction) => charge.store(transaction))
  await expect(storing).rejects.toThrow('character_usage')
  await db.schema.alterTable('hidden').renameTo('character_usage').execute()
  expect(await usageRows()).toEqual([])
})

test('what another process has stored is noticed', async () => {
  await (await (await open(10)).spend(10)).settle()
  const elsewhere = await createCharacterQuota({ db, clock: () => NOW, onSpend: () => {} }).open(accountId, PLAN)
  const other = createUsageLedger({ db, clock: () => NOW, onError: () => {} })
  const texts = [{ speakerId: 3, characters: 5 }]
  const more = other.open(elsewhere, { accountId, endpoint: 'clips', keyId: undefined }, texts)
  await (await more.spend(5)).settle()
  await other.close()
  expect((await shared.open(accountId, PLAN, { isFresh: true })).read().used).toBe(15)
})

test('a text that cannot be stored now is stored later, and still counts', async () => {
  const charge = await (await open(10)).spend(10)
  await db.schema.alterTable('usage_by_day').renameTo('hidden').execute()
  await charge.settle()
  expect(errors).toHaveLength(1)
  expect((await shared.open(accountId, PLAN)).read().used).toBe(10)
  await db.schema.alterTable('hidden').renameTo('usage_by_day').execute()
  await ledger.flush()
  expect(await month()).toBe(10)
  expect((await shared.open(accountId, PLAN)).read().used).toBe(10)
})

test('a key with a monthly limit has it besides that of the account', async () => {
  const key = { id: 'k', charactersPerMonth: 10 }
  const allotment = await open(8, key)
  const charge = await allotment.spend(8)
  await expect(allotment.spend(3)).rejects.toThrow("Cannot speak 3 characters: 2 of this key's 10 a month are left")
  charge.refund()
  await (await allotment.spend(10)).settle()
  await expect(allotment.spend(1)).rejects.toThrow("0 of this key's 10")
})

test('a clip that fails gives its characters back to the key that paid for it', async () => {
  const key = { id: 'k', charactersPerMonth: 10 }
  const allotment = await open(8, key)
  const charge = await allotment.spend(8)
  const [clip] = await db.transaction().execute(async (transaction) => {
    await charge.store(transaction)
    const clips = [{ ...CLIP, charge: allotment.clipCharges[0] }]
    return await insertClips(transaction, { accountId, clips, now: NOW })
  })
  charge.keep()
  await expect((await open(8, key)).spend(8)).rejects.toThrow("2 of this key's 10")
  await failClip(db, clip!.id, { error: { code: 'INTERNAL_ERROR', message: '' }, now: NOW })
  now += 2001
  await vi.waitFor(async () => await (await open(8, key)).spend(8))
})

test('what another process spent with a key is noticed', async () => {
  const key = { id: 'k', charactersPerMonth: 10 }
  await (await (await open(2, key)).spend(2)).settle()
  const other = createUsageLedger({ db, clock: () => NOW, onError: () => {} })
  const texts = [{ speakerId: 3, characters: 6 }]
  const account = await quota().open(accountId, PLAN, { key })
  const elsewhere = other.open(account, { accountId, endpoint: 'stream', keyId: key.id }, texts)
  await (await elsewhere.spend(6)).settle()
  await other.close()
  now += 2001
  await vi.waitFor(async () => {
    const spending = open(3, key).then(async (allotment) => (await allotment.spend(3)).refund())
    await expect(spending).rejects.toThrow("2 of this key's 10")
  })
})
