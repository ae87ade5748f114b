/**
 * What authentication and limits add to a request: the key, the plan, the bucket and the month of its account, on SQLite in this
 * process and on a PostgreSQL server that several processes share. Beside them, `rate-limiter-flexible` with its PostgreSQL store
 * and its check in memory, which limits the rate alone.
 *   npm run bench -- limits [requests]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { authenticateKey } from '../src/accounts/authenticate-key.ts'
import { createApiKey } from '../src/accounts/create-key.ts'
import { createGuessLimit } from '../src/accounts/guess-limit.ts'
import { createPlanBook } from '../src/accounts/plans.ts'
import type { BucketRate } from '../src/accounts/token-buckets.ts'
import { openLimits } from '../src/commands/open-limits.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openRecords, openSignals } from '../src/storage/open-storage.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { percentile } from './support/percentile.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const REQUESTS = Number(process.argv[2] ?? 3000)
const WARM_UP = 300
const GOAL_MS = 0.3

/** So many tokens that a process takes them ahead, so few that each takes a statement, and none. */
const RATES = {
  'a fast plan': { perSecond: 1_000_000, burst: 10_000_000 },
  'a burst of 30': { perSecond: 1_000_000, burst: 30 },
  'a refused caller': { perSecond: 0.001, burst: 1 },
} as const satisfies Record<string, BucketRate>

const rows: TableRow[] = []
let worst = 0

async function measure(what: string, limits: string, request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < WARM_UP + REQUESTS; index++) {
    const began = performance.now()
    await request()
    if (index >= WARM_UP) times.push(performance.now() - began)
  }
  const p99 = percentile(times, 0.99)
  rows.push({ limits, request: what, 'p50 ms': percentile(times, 0.5).toFixed(3), 'p99 ms': p99.toFixed(3) })
  return p99
}

async function measureOurs(name: string, config: Config): Promise<void> {
  const onError = (error: unknown): void => console.error(error)
  const db = await openRecords(config, onError)
  const signals = await openSignals(config, onError)
  const log = { error: onError }
  const { findKey, buckets, quota, close } = openLimits(config, { db, signals, clock: Date.now, onSpend() {}, log })
  const guesses = createGuessLimit({ clock: Date.now })
  const plans = createPlanBook(db, config)
  const { key } = await createApiKey(db, { name: 'bench', now: 1 })
  const request = async (rate: BucketRate): Promise<void> => {
    const found = await authenticateKey({ findKey, guesses }, { key, address: '127.0.0.1', now: Date.now() })
    const plan = await plans.limitsOf(found.plan)
    await buckets.take(`${rate.burst}:${found.accountId}`, { rate, cost: 1 })
    const account = await quota.open(found.accountId, plan)
    account.read()
  }
  for (const [what, rate] of Object.entries(RATES)) {
    const p99 = await measure(what, name, () => request(rate))
    // A small burst on PostgreSQL takes a round trip, which no process can answer from memory.
    if (rate.burst !== 30 || config.databaseUrl === undefined) worst = Math.max(worst, p99)
  }
  await close()
  await signals.close()
  await db.destroy()
}

async function measureTheirs(pool: pg.Pool): Promise<void> {
  for (const what of ['a fast plan', 'a refused caller'] as const) {
    const limiter = await openTheirs(pool, { points: RATES[what].burst, duration: 3600 })
    const request = () => limiter.consume('account').catch(() => {})
    await measure(what, 'rate-limiter-flexible, PostgreSQL', request)
  }
}

let tables = 0
function openTheirs(pool: pg.Pool, { points, duration }: { points: number; duration: number }) {
  return new Promise<RateLimiterPostgres>((resolve, reject) => {
    const options = { storeClient: pool, points, duration, inMemoryBlockOnConsumed: points + 1 }
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(
      { ...options, tableName: `limits_${tables++}` },
      (error) => (error === undefined ? resolve(limiter) : reject(error)),
    )
  })
}

/** Accepted requests of a caller that waits for the end of a window of one second, which 30 are allowed in. */
async function countAroundWindowEnd(pool: pg.Pool): Promise<number> {
  const limiter = await openTheirs(pool, { points: 30, duration: 1 })
  let accepted = 0
  const send = async (count: number): Promise<void> => {
    const answers = await Promise.allSettled(Array.from({ length: count }, () => limiter.consume('caller')))
    accepted += answers.filter(({ status }) => status === 'fulfilled').length
  }
  await limiter.consume('caller')
  await sleep(800)
  await send(29)
  await sleep(250)
  await send(30)
  return accepted
}

const folder = await mkdtemp(join(tmpdir(), 'declaim-bench-'))
const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
const pool = new pg.Pool({ connectionString: databaseUrl })
try {
  await measureOurs('SQLite, in memory', readConfig({ DATA_DIR: folder }))
  await measureOurs('PostgreSQL, shared', readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl }))
  await measureTheirs(pool)
  printTable(rows)
  console.log(
    `\nrate-limiter-flexible accepts ${await countAroundWindowEnd(pool)} requests within 0.3 s around the end of a window of 30 a second\n`,
  )
  printGoal(`authentication and limits take at most ${GOAL_MS} ms at p99, without a round trip`, worst <= GOAL_MS)
} finally {
  await pool.end()
  await postgres.close()
  await rm(folder, { recursive: true })
}
