/**
 * What one stream and one clip cost a service of several processes: computing time of the API node and of the worker, transactions and rows of PostgreSQL, requests and bytes of S3. The page
 * docs/capacity.md is made of these figures.
 *   npm run bench -- costs [count]
 */
import pg from 'pg'
import { readMetrics } from '../test/support/read-metrics.ts'
import { startCluster } from '../test/support/test-cluster.ts'
import { TEST_KEY } from '../test/support/test-service.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { printTable } from './support/print-table.ts'

const COUNT = Number(process.argv[2] ?? 60)
/** About ten seconds of speech: two or three sentences, as an answer of an assistant or a slide of a course has. */
const textOf = (index: number) =>
  `Answer number ${index}. The ferry leaves the northern pier at seven every morning and returns in the late afternoon. On Sundays it leaves an hour later, unless the wind is strong.`

const SETTLE_MS = 10_000
const REST_MS = 20_000

type Figures = Readonly<Record<string, number>>

const cluster = await startCluster({
  WARM_UP_MS: '500',
  RENDER_THREADS: '1',
  READS_PER_SECOND: '100000',
  READ_BURST: '100000',
})
const api = await cluster.start('api')
const worker = await cluster.start('worker')
const databaseUrl = cluster.databaseUrl

async function call(path: string, body?: object): Promise<Response> {
  const response = await fetch(`${api.url}/v1/tts${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': TEST_KEY },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

async function readFigures(): Promise<Figures> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query(
    'select xact_commit, tup_inserted, tup_updated, tup_deleted from pg_stat_database where datname = current_database()',
  )
  await client.end()
  const [apiMetrics, workerMetrics] = await Promise.all([api, worker].map(readMetrics))
  const put = 'declaim_storage_duration_seconds_count{store="audio",operation="put"}'
  const cpu = (metrics: ReadonlyMap<string, number> | undefined) =>
    1000 * (metrics?.get('process_cpu_seconds_total') ?? 0)
  return {
    'API node, ms': cpu(apiMetrics),
    'worker, ms': cpu(workerMetrics),
    transactions: Number(rows[0].xact_commit),
    'rows written': Number(rows[0].tup_inserted) + Number(rows[0].tup_updated),
    'S3 puts': (apiMetrics?.get(put) ?? 0) + (workerMetrics?.get(put) ?? 0),
    'speech, s':
      (apiMetrics?.get('declaim_speech_seconds_total') ?? 0) +
      (workerMetrics?.get('declaim_speech_seconds_total') ?? 0),
  }
}

/** What some work costs beyond the same time at rest. */
async function costOf(work: () => Promise<number>): Promise<Figures> {
  const began = performance.now()
  const before = await readFigures()
  const bytes = await work()
  const after = await readFigures()
  const tookMs = performance.now() - began
  const costs = Object.keys(before).map((name) => [name, (after[name]! - before[name]! - rest[name]! * tookMs) / COUNT])
  return { ...Object.fromEntries(costs), 'bytes sent or stored': bytes / COUNT }
}

/** What the processes do while nobody asks for anything, for each millisecond. */
async function measureRest(): Promise<Figures> {
  const before = await readFigures()
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const after = await readFigures()
  return Object.fromEntries(Object.keys(before).map((name) => [name, (after[name]! - before[name]!) / REST_MS]))
}

async function streams(): Promise<number> {
  let bytes = 0
  for (let i = 0; i < COUNT; i++) {
    const response = await call('/stream', { speaker_id: SPEAKERS.ember, text: textOf(i) })
    bytes += (await response.arrayBuffer()).byteLength
  }
  return bytes
}

async function clips(): Promise<number> {
  const ids: string[] = []
  for (let i = 0; i < COUNT; i++) {
    const answer = await call('/clips', { speaker_id: SPEAKERS.ember, text: textOf(1000 + i) })
    ids.push(((await answer.json()) as { clip_id: string }).clip_id)
  }
  for (;;) {
    const open = (await (await call('/clips?status=PROCESSING&limit=1')).json()) as unknown[]
    if (open.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select sum(bytes) as bytes from clips')
  await client.end()
  return Number(rows[0].bytes)
}

const scenes: readonly (readonly [string, () => Promise<number>])[] = [
  ['a stream', streams],
  ['a clip', clips],
]
await call('/stream', { speaker_id: SPEAKERS.ember, text: textOf(-1) }).then((answer) => answer.arrayBuffer())
// Whatever a start leaves to be done.
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
const rest = await measureRest()
const rows = []
for (const [name, work] of scenes) {
  const costs = await costOf(work)
  rows.push({
    work: name,
    ...Object.fromEntries(Object.entries(costs).map(([figure, value]) => [figure, value.toFixed(value < 100 ? 1 : 0)])),
  })
}
printTable(rows)
await cluster.close()
process.exit(0)
