/**
 * Whether usage stays exact: 10,000 mixed requests while the service is killed ten times. What was answered completely has to be
 * charged, what was refused or failed must not be. A request that broke off may be charged or not. With `postgres`, the month
 * has to be exact again when the time of the killed processes is over.
 *   npm run bench -- usage [REQUESTS [KILLS [postgres]]]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMixedUsage } from '../test/support/mixed-usage.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { printTable } from './support/print-table.ts'

const [requests = 10_000, kills = 10] = process.argv.slice(2, 4).map(Number)
const WORKER_TIMEOUT_SECONDS = 15
const postgres = process.argv[4] === 'postgres' ? await startPostgres() : undefined
const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-usage-'))
const shared = postgres && {
  DATABASE_URL: await postgres.createDatabase(),
  WORKER_TIMEOUT_SECONDS: String(WORKER_TIMEOUT_SECONDS),
}
const settings = { DATA_DIR, AVATARS_FILE: TONE_AVATARS, SEGMENT_CACHE_MB: '0', ...shared }
try {
  const began = performance.now()
  const { sent, clips, charged, month, refused } = await runMixedUsage({
    requests,
    kills,
    settings,
    patienceMs: postgres === undefined ? 0 : 2000 * WORKER_TIMEOUT_SECONDS,
  })
  const rows = [
    { endpoint: 'clips', answered: clips, 'broken off': 0, charged: charged.clips ?? 0 },
    ...(['stream', 'word-timing'] as const).map((endpoint) => {
      const { complete, broken } = sent[endpoint]
      return { endpoint, answered: complete, 'broken off': broken, charged: charged[endpoint] ?? 0 }
    }),
  ]
  printTable(
    rows.map((row) => ({
      ...row,
      exact: row.charged >= row.answered && row.charged <= row.answered + row['broken off'] ? 'yes' : 'NO',
    })),
  )
  const sum = Object.values(charged).reduce((total, one) => total + one, 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`\n${requests} requests, ${kills} kills, ${refused} refused texts, ${seconds} s; characters by endpoint`)
  console.log(`Sum of the endpoints: ${sum}; characters of the month: ${month}`)
  const isExact =
    sum === month && rows.every((row) => row.charged >= row.answered && row.charged <= row.answered + row['broken off'])
  if (!isExact) process.exitCode = 1
} finally {
  await postgres?.close()
  await rm(DATA_DIR, { recursive: true })
}
