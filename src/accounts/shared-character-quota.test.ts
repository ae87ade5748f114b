import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSharedDatabase } from '../../test/support/shared-servers.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/postgres/open-postgres.ts'
import { findCharacterUsage } from '../storage/records/character-usage.ts'
import { sumUsage } from '../storage/records/usage.ts'
import type { QuotaKey } from './character-quota.ts'
import { createApiKey } from './create-key.ts'
import { createProcessLife } from './process-life.ts'
import { createSharedCharacterQuota } from './shared-character-quota.ts'
import { createUsageLedger } from './usage-ledger.ts'

const NOW = Date.parse('2026-03-30T12:00:00Z')
const MONTH = '2026-03'
const PLAN = { charactersPerMonth: 1050, monthEnd: 'hard' } as const
/** Its first beat comes after an hour: such a process looks dead as soon as the database says so. */
const SILENT_MS = 6 * 3_600_000

let db: Database
beforeAll(async () => {
  db = await openPostgres({ url: await createSharedDatabase(), onError: () => {} })
})
afterAll(() => db.destroy())

/** One of several processes on the database. */
function openNode(timeoutMs = SILENT_MS) {
  const errors: unknown[] = []
  const options = { db, clock: () => NOW, onError: (error: unknown) => void errors.push(error) }
  const life = createProcessLife({ ...options, timeoutMs })
  const quota = createSharedCharacterQuota({ ...options, life, onSpend: () => {} })
  const ledger = createUsageLedger(options)
  return {
    errors,
    life,
    async open(characters: number, key?: QuotaKey) {
      const account = await quota.open(accountId, PLAN, { key })
      const texts = [{ speakerId: 3, characters }]
      return ledger.open(account, { accountId, endpoint: 'stream', keyId: key?.id }, texts)
    },
    async close() {
      await ledger.close()
      await quota.close()
    },
  }
}
type Node = ReturnType<typeof openNode>

let accountId: string
let keyId: string
let accounts = 0
let nodes: Node[]
beforeEach(async () => {
  const { record } = await createApiKey(db, { name: 'x', account: `account-${accounts++}`, now: 1 })
  ;[accountId, keyId] = [record.accountId, record.id]
  nodes = [openNode(), openNode()]
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  const left = await db.selectFrom('processes').selectAll().execute()
  const [error] = nodes.flatMap(({ errors }) => errors)
  if (error !== undefined || left.length > 0) throw new Error(`${left.length} processes are left`, { cause: error })
})

const used = () => findCharacterUsage(db, { accountId, month: MONTH })
async function settled(): Promise<number> {
  const [sum] = await sumUsage(db, { accountId, from: '2026-03-01', to: '2026-03-31', groupBy: [] })
  return sum?.characters ?? 0
}
/** Makes every process look as if it had died long ago. */
const silenceAll = () => db.updateTable('processes').set({ alive_until: 1 }).execute()

describe('a process that dies', () => {
  test('loses what it held, and keeps what was settled', async () => {
    const [dying] = nodes as [Node]
    await (await (await dying.open(100)).spend(100)).settle()
    for (let i = 0; i < 3; i++) await (await dying.open(200)).spend(200)
    expect(await used()).toBe(700)
    await silenceAll()
    nodes.push(openNode(300))
    await expect.poll(used, { timeout: 5000 }).toBe(100)
    expect(await settled()).toBe(100)
  })

  test('only seemingly goes on: what it settles counts once, what it refunds is taken back once', async () => {
    const [paused, other] = nodes as [Node, Node]
    const first = await (await paused.open(100)).spend(100)
    const second = await (await paused.open(200)).spend(200)
    await silenceAll()
    nodes.push(openNode(300))
    await expect.poll(used, { timeout: 5000 }).toBe(0)
    await first.settle()
    second.refund()
    const third = await (await paused.open(300)).spend(300)
    expect(await used()).toBe(400)
    await third.settle()
    await (await (await other.open(50)).spend(50)).settle()
    expect([await used(), await settled()]).toEqual([450, 450])
  })
})

test('what is refunded is taken back, and a node that stops leaves nothing held', async () => {
  const [one, other] = nodes as [Node, Node]
  const charge = await (await one.open(1000)).spend(1000)
  await expect((await other.open(100)).spend(100)).rejects.toThrow("50 of this month's 1050")
  charge.refund()
  await expect.poll(used).toBe(0)
  await (await (await other.open(1000)).spend(1000)).settle()
  await one.close()
  expect([await used(), await settled()]).toEqual([1000, 1000])
})

describe('the month of a key', () => {
  const spendAll = async (count: number, key: QuotaKey) =>
    await Promise.allSettled(
      Array.from({ length: count }, async (_, i) => await (await nodes[i % 2]!.open(10, key)).spend(10)),
    )

  test('is shared by nodes exactly, for texts under way and for settled ones', async () => {
    const key = { id: keyId, charactersPerMonth: 105 }
    const answers = await spendAll(40, key)
    const charges = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(charges).toHaveLength(10)
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
    for (const { message } of reasons)
      expect(message).toMatch(
        /^Cannot speak 10 characters: 5 of this key's 105 a month are left; the next month begins at \d{4}-\d\d-01T00:00:00.000Z$/,
      )
    expect(await used()).toBe(100)
    await Promise.all(charges.slice(0, 7).map((charge) => charge.settle()))
    for (const charge of charges.slice(7)) charge.refund()
    await expect.poll(used).toBe(70)
    const again = await spendAll(10, key)
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('is compared in the transaction that stores a clip', async () => {
    const key = { id: keyId, charactersPerMonth: 25 }
    const store = async (node: Node) => {
      const allotment = await node.open(10, key)
      await db.transaction().execute(async (transaction) => {
        const charge = await allotment.spend(10, transaction)
        await charge.store(transaction)
      })
    }
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => store(nodes[i % 2]!)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect([await used(), await settled()]).toEqual([20, 20])
  })
})
