import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { addCharacterUsage, findCharacterUsage } from '../storage/records/character-usage.ts'
import { type CharacterQuota, createCharacterQuota, type Hold, type QuotaOptions } from './character-quota.ts'
import { createApiKey } from './create-key.ts'
import { createSharedCharacterQuota } from './shared-character-quota.ts'

const HARD = { charactersPerMonth: 100, monthEnd: 'hard' } as const
const SOFT = { charactersPerMonth: 100, monthEnd: 'soft' } as const
const MARCH = Date.parse('2026-03-30T12:00:00Z')

let db: Database
let accounts = 0
beforeAll(async () => {
  db = await openDatabase(':memory:')
})
afterAll(() => db.destroy())

async function newAccount(): Promise<string> {
  accounts += 1
  return (await createApiKey(db, { name: 'x', account: `account ${accounts}`, now: 1 })).record.accountId
}

/** What a hold becomes. The ledger stores what is kept, unless the quota has stored it already. */
async function keep(hold: Hold, accountId: string, month: string, characters: number): Promise<void> {
  if (!hold.isStored) await addCharacterUsage(db, { accountId, month, characters })
  hold.keep()
}

describe.each([
  ['of one process', createCharacterQuota],
  ['of several processes', createSharedCharacterQuota],
])('a quota %s', (_name, create: (options: QuotaOptions) => CharacterQuota) => {
  const open = (options: Partial<QuotaOptions> = {}) =>
    create({ db, clock: () => MARCH, onError: () => {}, onSpend: () => {}, ...options })

  const step = fc.record({
    action: fc.constantFrom('hold', 'release', 'keep'),
    characters: fc.integer({ min: 1, max: 60 }),
    which: fc.nat(9),
  })

  test('is what was kept and is held, and never more than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const accountId = await newAccount()
        const quota = open()
        const account = await quota.open(accountId, HARD)
        const held: { readonly hold: Hold; readonly characters: number }[] = []
        const [answers, expected]: [boolean[], boolean[]] = [[], []]
        let [kept, underWay] = [0, 0]
        for (const { action, characters, which } of steps) {
          if (action === 'hold') {
            const hold = await account.hold(characters).catch(() => undefined)
            if (hold !== undefined) held.push({ hold, characters })
            answers.push(hold !== undefined)
            expected.push(kept + underWay + characters <= 100)
            if (hold !== undefined) underWay += characters
          } else {
            const [one] = held.splice(which % Math.max(1, held.length), 1)
            if (one === undefined) continue
            underWay -= one.characters
            if (action === 'keep') kept += one.characters
            if (action === 'keep') await keep(one.hold, accountId, '2026-03', one.characters)
            else one.hold.release()
          }
          expect(account.read()).toMatchObject({ used: kept + underWay, remaining: 100 - kept - underWay, over: 0 })
        }
        expect(answers).toEqual(expected)
        for (const { hold } of held) hold.release()
        await quota.close()
        expect(await findCharacterUsage(db, { accountId, month: '2026-03' })).toBe(kept)
      }),
      { numRuns: 40 },
    )
  })

  test('with a soft end is exceeded, and says by how much', async () => {
    const accountId = await newAccount()
    const spent: (readonly [number, number])[] = []
    const quota = open({ onSpend: (characters, over) => spent.push([characters, over]) })
    const account = await quota.open(accountId, SOFT)
    for (const characters of [90, 30, 5]) await account.hold(characters)
    expect(spent).toEqual([
      [90, 0],
      [30, 20],
      [5, 5],
    ])
    expect(account.read()).toMatchObject({ used: 125, remaining: 0, over: 25 })
    await quota.close()
  })

  test.each([
    ['2026-03-31T23:59:59.999Z', '2026-03', '2026-04-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01'],
    ['2028-02-29T00:00:00Z', '2028-02', '2028-03-01'],
    ['2026-01-31T12:00:00Z', '2026-01', '2026-02-01'],
    ['2026-04-01T00:00:00Z', '2026-04', '2026-05-01'],
  ])('at %s is that of %s, until %s', async (time, month, next) => {
    const account = await open({ clock: () => Date.parse(time) }).open(await newAccount(), HARD)
    expect(account.read()).toMatchObject({ month, resetAt: Date.parse(`${next}T00:00:00Z`) })
  })

  test('a caller that waits as long as a refusal says has a new month', async () => {
    let now = Date.parse('2026-03-30T12:00:00.500Z')
    const quota = open({ clock: () => now })
    const accountId = await newAccount()
    const account = await quota.open(accountId, HARD)
    await keep(await account.hold(100), accountId, '2026-03', 100)
    const refusal = await account.hold(1).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('2026-04-01T00:00:00.000Z'),
    })
    now += 1000 * (Number(refusal.headers['retry-after']) - 1)
    await expect((await quota.open(accountId, HARD)).hold(1)).rejects.toThrow('0 of this month')
    now += 1000
    await (await quota.open(accountId, HARD)).hold(100)
    await quota.close()
  })

  test('a text that ends in the next month counts for the one in which it began', async () => {
    let now = Date.parse('2026-03-31T23:59:59Z')
    const quota = open({ clock: () => now })
    const accountId = await newAccount()
    const hold = await (await quota.open(accountId, HARD)).hold(40)
    now += 2000
    expect((await quota.open(accountId, HARD)).read()).toMatchObject({ month: '2026-04', used: 0 })
    await keep(hold, accountId, '2026-03', 40)
    expect((await quota.open(accountId, HARD, { isFresh: true })).read()).toMatchObject({ month: '2026-04', used: 0 })
    expect(await findCharacterUsage(db, { accountId, month: '2026-03' })).toBe(40)
    await quota.close()
  })

  test('a clock that is set back to the month before finds its count again', async () => {
    let now = Date.parse('2026-04-01T00:00:05Z')
    const quota = open({ clock: () => now })
    const accountId = await newAccount()
    await addCharacterUsage(db, { accountId, month: '2026-03', characters: 70 })
    expect((await quota.open(accountId, HARD)).read()).toMatchObject({ month: '2026-04', used: 0 })
    now -= 10_000
    expect((await quota.open(accountId, HARD)).read()).toMatchObject({ month: '2026-03', used: 70 })
  })

  test('what another process stored is known to a fresh look, beside what is held here', async () => {
    const accountId = await newAccount()
    const quota = open()
    const account = await quota.open(accountId, HARD)
    await account.hold(20)
    await addCharacterUsage(db, { accountId, month: '2026-03', characters: 50 })
    expect((await quota.open(accountId, HARD, { isFresh: true })).read()).toMatchObject({ used: 70, remaining: 30 })
    await quota.close()
  })

  test('accounts have months of their own', async () => {
    const quota = open()
    await (await quota.open(await newAccount(), HARD)).hold(100)
    expect((await quota.open(await newAccount(), HARD)).read().used).toBe(0)
  })
})

test('what was held in a transaction of the shared quota goes with it, and is not given back twice', async () => {
  const accountId = await newAccount()
  const quota = createSharedCharacterQuota({ db, clock: () => MARCH, onError: () => {}, onSpend: () => {} })
  const account = await quota.open(accountId, HARD)
  await account.hold(10)
  const failing = db.transaction().execute(async (transaction) => {
    const hold = await account.hold(30, transaction)
    hold.release()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await quota.close()
  expect(await findCharacterUsage(db, { accountId, month: '2026-03' })).toBe(10)
  expect((await quota.open(accountId, HARD, { isFresh: true })).read().used).toBe(10)
})

test('two processes with one database never spend more than the limit together', async () => {
  const accountId = await newAccount()
  const processes = await Promise.all(
    [1, 2, 3].map(() =>
      createSharedCharacterQuota({ db, clock: () => MARCH, onError: () => {}, onSpend: () => {} }).open(
        accountId,
        HARD,
      ),
    ),
  )
  const tries = Array.from({ length: 60 }, (_, i) =>
    processes[i % 3]!.hold(7).then(
      () => 7,
      () => 0,
    ),
  )
  const spent = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
  expect(spent).toBe(98)
  expect(await findCharacterUsage(db, { accountId, month: '2026-03' })).toBe(98)
})
