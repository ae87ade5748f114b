import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { createSharedDatabase } from '../../../test/support/shared-servers.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../embedded/open-database.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { addCharacterUsage, findCharacterUsage } from './character-usage.ts'
import {
  deleteEmptyHolds,
  forgetProcesses,
  type HeldCharacters,
  holdCharacters,
  releaseCharacters,
  settleCharacters,
  sumKeyMonth,
} from './held-characters.ts'
import { insertProcess, listProcesses } from './processes.ts'
import { addDays } from './usage.ts'

const MONTH = '2026-03'
const MOST = 1000

const databases: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ['SQLite', () => openDatabase(':memory:')],
  ['PostgreSQL', async () => openPostgres({ url: await createSharedDatabase(), onError: () => {} })],
]

describe.each(databases)('on %s, held characters', (_name, open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.destroy())

  /** A new account with a key, and a new process. */
  let accountId: string
  let keyId: string
  let processId: string
  beforeEach(async () => {
    const { record } = await createTestKey(db, { name: 'x', account: randomUUID(), now: 1 })
    ;[accountId, keyId] = [record.accountId, record.id]
    processId = await startProcess()
  })

  async function startProcess(): Promise<string> {
    const id = randomUUID()
    await insertProcess(db, { id, forMs: 60_000, clock: Date.now })
    return id
  }

  const heldOf = (characters: number, changed: Partial<HeldCharacters> = {}): HeldCharacters => ({
    processId,
    accountId,
    month: MONTH,
    keyId,
    characters,
    ...changed,
  })
  const hold = (characters: number, changed: Partial<HeldCharacters> = {}) =>
    holdCharacters(db, heldOf(characters, changed), MOST)
  const release = (held: HeldCharacters) =>
    db.transaction().execute((transaction) => releaseCharacters(transaction, held))
  const settle = (...all: readonly HeldCharacters[]) =>
    db.transaction().execute((transaction) => settleCharacters(transaction, all))
  const forget = (...ids: readonly string[]) =>
    db.transaction().execute((transaction) => forgetProcesses(transaction, ids))
  const used = (month = MONTH) => findCharacterUsage(db, { accountId, month })
  const heldRows = async () =>
    (await db.selectFrom('held_characters').selectAll().where('account_id', '=', accountId).execute()).map(
      ({ process_id, key_id, month, characters }) => ({ process_id, key_id, month, characters: Number(characters) }),
    )

  test('count in the month at once, up to its limit and no further', async () => {
    expect([await hold(400), await hold(600)]).toEqual([400, 1000])
    expect(await hold(1)).toBeUndefined()
    expect(await used()).toBe(1000)
    expect(await heldRows()).toEqual([{ process_id: processId, key_id: keyId, month: MONTH, characters: 1000 }])
  })

  test('that are more than the limit alone are refused, and leave nothing', async () => {
    expect(await hold(1001)).toBeUndefined()
    expect([await used(), await heldRows()]).toEqual([0, []])
  })

  test('that are refused leave what is held as it is', async () => {
    await hold(900)
    expect(await hold(101)).toBeUndefined()
    expect(await heldRows()).toMatchObject([{ characters: 900 }])
  })

  test('are held by process, key and month', async () => {
    const other = await startProcess()
    await hold(1)
    await hold(2, { processId: other })
    await hold(4, { keyId: '' })
    await hold(8, { month: '2026-04' })
    const rows = (await heldRows()).toSorted((one, another) => one.characters - another.characters)
    expect(rows).toEqual([
      { process_id: processId, key_id: keyId, month: MONTH, characters: 1 },
      { process_id: other, key_id: keyId, month: MONTH, characters: 2 },
      { process_id: processId, key_id: '', month: MONTH, characters: 4 },
      { process_id: processId, key_id: keyId, month: '2026-04', characters: 8 },
    ])
    expect([await used(), await used('2026-04')]).toEqual([7, 8])
  })

  test('that are released count no longer', async () => {
    await hold(300)
    await hold(200)
    await release(heldOf(300))
    expect(await used()).toBe(200)
    expect(await heldRows()).toMatchObject([{ characters: 200 }])
  })

  test('that are settled count in the month, and are held no longer', async () => {
    await hold(300)
    await hold(200)
    await settle(heldOf(300), heldOf(100))
    expect(await used()).toBe(500)
    expect(await heldRows()).toMatchObject([{ characters: 100 }])
  })

  test('of several keys and processes are settled at once, each where it is held', async () => {
    const other = await startProcess()
    await hold(10)
    await hold(20, { processId: other })
    await hold(40, { keyId: '' })
    await settle(heldOf(20, { processId: other }), heldOf(10), heldOf(40, { keyId: '' }))
    expect(await used()).toBe(70)
    expect((await heldRows()).map(({ characters }) => characters)).toEqual([0, 0, 0])
  })

  describe('of a process that is taken for dead', () => {
    test('are taken back, those of others stay', async () => {
      const other = await startProcess()
      await hold(100)
      await hold(30, { processId: other })
      await hold(50, { keyId: '' })
      await forget(processId)
      expect(await used()).toBe(30)
      expect(await heldRows()).toMatchObject([{ process_id: other, characters: 30 }])
      const processes = await listProcesses(db)
      expect([processes.includes(processId), processes.includes(other)]).toEqual([false, true])
    })

    test('cannot be held any more', async () => {
      await forget(processId)
      await expect(hold(10)).rejects.toThrow(/foreign key/i)
      expect([await used(), await heldRows()]).toEqual([0, []])
    })

    test('count if it settles them after all, once', async () => {
      await hold(100)
      await forget(processId)
      await settle(heldOf(100))
      expect(await used()).toBe(100)
    })

    test('are not taken back a second time if it releases them', async () => {
      await hold(100)
      await forget(processId)
      await release(heldOf(100))
      expect(await used()).toBe(0)
    })
  })

  test('to forget no process changes nothing', async () => {
    await hold(100)
    await forget()
    expect(await used()).toBe(100)
  })

  test('of nothing are deleted, of its process alone', async () => {
    const other = await startProcess()
    await hold(10)
    await hold(5, { keyId: '' })
    await hold(7, { processId: other })
    await settle(heldOf(10), heldOf(7, { processId: other }))
    await deleteEmptyHolds(db, processId)
    const left = (await heldRows()).map(({ process_id, key_id, characters }) => [process_id, key_id, characters])
    expect(left).toHaveLength(2)
    expect(left).toEqual(
      expect.arrayContaining([
        [processId, '', 5],
        [other, keyId, 0],
      ]),
    )
  })

  test('add to the month of a key: what was spoken since its first day, and what all processes hold', async () => {
    const other = await startProcess()
    const spoken = (day: string, characters: number, key = keyId) => ({
      accountId,
      day,
      endpoint: 'stream',
      keyId: key,
      speakerId: 3,
      requests: 1,
      characters,
      audioMs: 0,
      cacheHits: 0,
    })
    await db
      .transaction()
      .execute((transaction) =>
        addDays(transaction, [
          spoken('2026-02-28', 1000),
          spoken('2026-03-01', 1),
          spoken('2026-03-31', 2),
          spoken('2026-03-15', 500, ''),
        ]),
      )
    await hold(4)
    await hold(8, { processId: other })
    await hold(100, { keyId: '' })
    await hold(200, { month: '2026-02' })
    expect(await sumKeyMonth(db, { keyId, month: MONTH })).toBe(15)
    expect(await sumKeyMonth(db, { keyId: randomUUID(), month: MONTH })).toBe(0)
  })

  test('never pass the limit, however many ask at the same time', async () => {
    await addCharacterUsage(db, { accountId, month: MONTH, characters: 55 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => hold(100)))
    expect(answers.filter((sum) => sum !== undefined)).toHaveLength(9)
    expect(await used()).toBe(955)
    expect(await heldRows()).toMatchObject([{ characters: 900 }])
  })
})
