import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSharedDatabase } from '../../test/support/shared-servers.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/postgres/open-postgres.ts'
import { deleteIdleBuckets } from '../storage/records/token-buckets.ts'
import { createSharedTokenBuckets, type SharedTokenBuckets } from './shared-token-buckets.ts'

let db: Database
beforeAll(async () => {
  db = await openPostgres({ url: await createSharedDatabase(), onError: () => {} })
})
afterAll(() => db.destroy())

let nodes: SharedTokenBuckets[]
/** Each node's clock is wrong by 5 minutes more. */
beforeEach(() => {
  nodes = [0, 1, 2].map((node) =>
    createSharedTokenBuckets({ db, clock: () => Date.now() + node * 300_000, onError: () => {} }),
  )
})
afterEach(() => {
  for (const node of nodes) node.close()
})

let owners = 0
const newOwner = () => `owner-${owners++}`
const nodeAt = (index: number) => nodes[index % nodes.length]!

describe.each([
  { perSecond: 0.001, burst: 1 },
  { perSecond: 0.001, burst: 30 },
  { perSecond: 0.001, burst: 5000 },
])('a bucket of %j', (rate) => {
  test('gives its tokens once, whichever process is asked, one after another or all at once', async () => {
    const owner = newOwner()
    const requests = Math.ceil(1.2 * rate.burst) + 5
    const states = await Promise.all(
      Array.from({ length: requests }, (_, index) => nodeAt(index).take(owner, { rate, cost: 1 })),
    )
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(rate.burst)
    for (let index = 0; index < 5; index++) {
      const { allowed, remaining, limit } = await nodeAt(index).take(owner, { rate, cost: 1 })
      expect({ allowed, remaining, limit }).toEqual({ allowed: false, remaining: 0, limit: rate.burst })
    }
  })
})

test('a bucket fills by the clock of the database, and who waits as long as it says gets a token', async () => {
  const owner = newOwner()
  const rate = { perSecond: 0.01, burst: 2 }
  for (let index = 0; index < 2; index++) await nodeAt(index).take(owner, { rate, cost: 1 })
  const refused = await nodeAt(2).take(owner, { rate, cost: 1 })
  expect([refused.allowed, refused.retryAfterSeconds]).toEqual([false, 100])
  await sql`update token_buckets set updated_at = updated_at - interval '100 s' where owner = ${owner}`.execute(db)
  expect((await nodeAt(0).take(owner, { rate, cost: 1 })).allowed).toBe(true)
  expect((await nodeAt(1).take(owner, { rate, cost: 1 })).allowed).toBe(false)
})

test('a refusal is repeated from memory until the next token is due', async () => {
  const owner = newOwner()
  const rate = { perSecond: 0.001, burst: 1 }
  await nodeAt(0).take(owner, { rate, cost: 1 })
  await nodeAt(0).take(owner, { rate, cost: 1 })
  await sql`update token_buckets set tokens = 1 where owner = ${owner}`.execute(db)
  expect((await nodeAt(0).take(owner, { rate, cost: 1 })).allowed).toBe(false)
  expect((await nodeAt(1).take(owner, { rate, cost: 1 })).allowed).toBe(true)
})

test('a look at a bucket takes nothing, and reports the reset by the clock of the process', async () => {
  const owner = newOwner()
  const rate = { perSecond: 0.1, burst: 100 }
  for (let index = 0; index < 10; index++) await nodeAt(0).take(owner, { rate, cost: 1 })
  for (const [index, node] of nodes.entries()) {
    const { remaining, resetAt } = await node.take(owner, { rate, cost: 0 })
    expect(remaining).toBeGreaterThanOrEqual(89)
    expect(remaining).toBeLessThan(100)
    // Ten tokens take 100 s to come back.
    expect(Math.abs(resetAt - Date.now() - 100_000 - index * 300_000)).toBeLessThan(60_000)
  }
})

test('a process takes several tokens of a fast bucket with one statement', async () => {
  const owner = newOwner()
  const rate = { perSecond: 1000, burst: 3200 }
  for (let index = 0; index < 50; index++) await nodeAt(0).take(owner, { rate, cost: 1 })
  const { rows } = await sql<{ tokens: number }>`select tokens from token_buckets where owner = ${owner}`.execute(db)
  expect(rows[0]!.tokens).toBeLessThan(3151)
  const [first, ...others] = await Promise.all(nodes.map((node) => node.take(owner, { rate, cost: 1 })))
  for (const other of others) expect(Math.abs(other.remaining - first!.remaining)).toBeLessThan(320)
})

test('buckets that nobody has used for an hour are forgotten', async () => {
  const [old, fresh] = [newOwner(), newOwner()]
  const rate = { perSecond: 1, burst: 10 }
  for (const owner of [old, fresh]) await nodeAt(0).take(owner, { rate, cost: 1 })
  await sql`update token_buckets set updated_at = now() - interval '61 minutes' where owner = ${old}`.execute(db)
  await deleteIdleBuckets(db)
  const { rows } = await sql<{
    owner: string
  }>`select owner from token_buckets where owner in (${old}, ${fresh})`.execute(db)
  expect(rows).toEqual([{ owner: fresh }])
})
