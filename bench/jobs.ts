/**
 * Clips as jobs: how many end in a second with the tone engine, whose sound takes no time, on SQLite with files and on PostgreSQL
 * with S3, beside pg-boss alone; how soon clips are accepted; how much faster two workers are than one on long clips;
 * and how soon another worker has rendered the clips of one that was killed.
 *   npm run bench -- jobs [clips]
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PgBoss } from 'pg-boss'
import { startS3 } from '../test/support/s3-server.ts'
import type { ServerProcess } from '../test/support/server-process.ts'
import { startCluster } from '../test/support/test-cluster.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SENTENCE } from './support/bench-text.ts'
import { type HttpCaller, openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio, percentile } from './support/percentile.ts'
import { printTable, type TableRow } from './support/print-table.ts'

const CLIPS = Number(process.argv[2] ?? 400)
const BULK = 100
const SINGLES = 50
const GOAL = 1.9
const FLITE_AVATARS = fileURLToPath(new URL('../test/support/flite-avatars.json', import.meta.url))
const WORKER_TIMEOUT_SECONDS = 15
const SHORT_POLL_MS = 20
const LONG_POLL_MS = 5000

type Timed = {
  /** From the first request until the last clip ended, and from the last request's answer. */
  readonly seconds: number
  readonly acceptedSeconds: number
  readonly bulkMs: readonly number[]
}

/** Clips that take a worker longer than a database and a store: two minutes of speech, rendered at once. */
const LONG_SENTENCES = 14
const LONG_CLIPS = 24
/** What they contain, and the settings of a service that speaks it. Most of the work on raised pitch is signal processing. */
const LONG_WORK = [
  { speech: 'Flite', has: { AVATARS_FILE: FLITE_AVATARS } },
  { speech: 'ember', has: {} },
  { speech: 'Flite, pitch raised', has: { AVATARS_FILE: FLITE_AVATARS }, tag: 'pitch' },
]
/** One worker and two are measured in turns, because the speed of many machines varies by a few percent from minute to minute. */
const ROUNDS = 2
/** To warm up. */
const FEW = 4

const SHORT = 'The harbour was quiet before the storm.'
const LONG = `${SENTENCE} `.repeat(LONG_SENTENCES)

/** PCM takes least time to encode. */
const shortBody = (index: number) => ({
  speaker_id: 3,
  text: `Part ${index}. ${SHORT}`,
  audio_configs: { file_format: 'pcm', sample_rate: 8000 },
})
const longBody = (tag?: string) => (index: number) => {
  const text = `Part ${index}. ${LONG}`
  return { speaker_id: 3, text: tag === undefined ? text : `<${tag} value="20">${text}</${tag}>` }
}
const ask = async (caller: HttpCaller, path: string, body?: unknown) =>
  JSON.parse(String(successOf(await caller.call(path, body))))

/** Polling takes CPU time from what is measured, so long work is polled rarely. The duration comes from `finished_at`, which is exact. */
async function untilDone(caller: HttpCaller, everyMs: number): Promise<void> {
  while ((await ask(caller, '/clips?status=PROCESSING&limit=1')).length > 0) await sleep(everyMs)
}

async function renderClips(
  caller: HttpCaller,
  count: number,
  { bodyOf = shortBody, pollMs = SHORT_POLL_MS }: { bodyOf?: (index: number) => object; pollMs?: number } = {},
): Promise<Timed> {
  const began = Date.now()
  const bulkMs: number[] = []
  for (let first = 0; first < count; first += BULK) {
    const sent = performance.now()
    await ask(
      caller,
      '/clips',
      Array.from({ length: Math.min(BULK, count - first) }, (_, index) => bodyOf(first + index)),
    )
    bulkMs.push(performance.now() - sent)
  }
  const accepted = Date.now()
  await untilDone(caller, pollMs)
  const clips: readonly { readonly finished_at: number }[] = await ask(caller, `/clips?limit=${count}`)
  const ended = Math.max(...clips.map(({ finished_at }) => finished_at))
  return { seconds: (ended - began) / 1000, acceptedSeconds: (ended - accepted) / 1000, bulkMs }
}

async function acceptOneByOne(caller: HttpCaller): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < SINGLES; index++) {
    const sent = performance.now()
    await ask(caller, '/clips', shortBody(index))
    times.push(performance.now() - sent)
  }
  await untilDone(caller, SHORT_POLL_MS)
  return times
}

/** Pins all threads of a process to a core. */
function pinToCore({ child }: ServerProcess, core: number): void {
  execFileSync('taskset', ['-acp', String(core), String(child.pid)], { stdio: 'ignore' })
}

const jobs: TableRow[] = []
const latencies: TableRow[] = []

async function measureStorage(storage: string, caller: HttpCaller): Promise<void> {
  await renderClips(caller, BULK)
  const { seconds, bulkMs } = await renderClips(caller, CLIPS)
  const singleMs = await acceptOneByOne(caller)
  jobs.push({ storage, clips: CLIPS, 'clips a second': (CLIPS / seconds).toFixed(0) })
  for (const [request, times] of [
    ['1 clip', singleMs],
    [`${BULK} clips`, bulkMs],
  ] as const) {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    latencies.push({ storage, request, requests: times.length, 'p50 ms': formatMs(p50), 'p99 ms': formatMs(p99) })
  }
}

/** Jobs without work, by as many loops as a worker with one thread has. */
async function measurePgBoss(connectionString: string): Promise<void> {
  const boss = await new PgBoss({ connectionString, schedule: false, supervise: false }).start()
  await boss.createQueue('bench')
  for (let first = 0; first < CLIPS; first += BULK)
    await boss.insert(
      'bench',
      Array.from({ length: BULK }, (_, index) => ({ data: { clipId: String(first + index) } })),
    )
  const began = performance.now()
  const loop = async (): Promise<void> => {
    for (;;) {
      const [job] = await boss.fetch('bench')
      if (job === undefined) return
      await boss.complete('bench', job.id)
    }
  }
  await Promise.all([loop(), loop()])
  const seconds = (performance.now() - began) / 1000
  jobs.push({ storage: 'pg-boss alone', clips: CLIPS, 'clips a second': (CLIPS / seconds).toFixed(0) })
  await boss.stop({ graceful: false, close: true })
}

const embedded = await startBenchService({ AVATARS_FILE: TONE_AVATARS, RENDER_THREADS: '1', READ_BURST: '1000000' })
const embeddedCaller = openHttpCaller(embedded.url)
await measureStorage('SQLite and files', embeddedCaller)
embeddedCaller.close()
await embedded.stop()

const settings = { RENDER_THREADS: '1', LOG_LEVEL: 'error', READ_BURST: '1000000', DECLAIM_BOOTSTRAP_KEY: BENCH_KEY }
const s3 = await startS3()
const cluster = await startCluster(
  // Straight to the store, not through the proxy that makes faults.
  { ...settings, WORKER_TIMEOUT_SECONDS: String(WORKER_TIMEOUT_SECONDS), AWS_ENDPOINT_URL_S3: s3.endpoint },
  s3,
)

/** Seconds that accepted long clips take with one worker and with two, each on a core of its own. Everything else may use both cores. */
async function measureSecondWorker({
  has,
  tag,
}: (typeof LONG_WORK)[number]): Promise<{ readonly alone: number; readonly together: number }> {
  const api = await cluster.start('api', { ...has, MAX_TEXT_LENGTH: '10000' })
  const caller = openHttpCaller(api.url)
  const measure = async (count = LONG_CLIPS): Promise<number> => {
    return (await renderClips(caller, count, { bodyOf: longBody(tag), pollMs: LONG_POLL_MS })).acceptedSeconds
  }
  const first = await cluster.start('worker', has)
  pinToCore(first, 0)
  await measure(FEW)
  let alone = 0
  let together = 0
  for (let round = 0; round < ROUNDS; round++) {
    alone += await measure()
    const second = await cluster.start('worker', has)
    pinToCore(second, 1)
    await measure(FEW)
    together += await measure()
    await second.stop()
  }
  caller.close()
  await Promise.all([api.stop(), first.stop()])
  return { alone, together }
}

/** Seconds until all clips are COMPLETE after one of two workers was killed. */
async function measureRecovery(): Promise<number> {
  const [api, , second] = await Promise.all([
    cluster.start('api', { AVATARS_FILE: FLITE_AVATARS }),
    cluster.start('worker', { AVATARS_FILE: FLITE_AVATARS }),
    cluster.start('worker', { AVATARS_FILE: FLITE_AVATARS }),
  ])
  const caller = openHttpCaller(api.url)
  const rest = renderClips(caller, BULK)
  await sleep(500)
  const killedAt = performance.now()
  await second.kill()
  await rest
  caller.close()
  return (performance.now() - killedAt) / 1000
}

try {
  const api = await cluster.start('api', { AVATARS_FILE: TONE_AVATARS })
  const caller = openHttpCaller(api.url)
  const worker = await cluster.start('worker', { AVATARS_FILE: TONE_AVATARS })
  await measureStorage('PostgreSQL and S3', caller)
  await measurePgBoss(await cluster.postgres.createDatabase())
  caller.close()
  await Promise.all([api.stop(), worker.stop()])

  const workers: TableRow[] = []
  for (const work of LONG_WORK) {
    const { alone, together } = await measureSecondWorker(work)
    workers.push({
      speech: work.speech,
      clips: LONG_CLIPS * ROUNDS,
      'one worker s': alone.toFixed(1),
      'two workers s': together.toFixed(1),
      ratio: formatRatio(alone, together),
      [`goal ${GOAL}x`]: alone / together >= GOAL ? 'met' : 'missed',
    })
  }
  const recoverySeconds = await measureRecovery()

  printTable(jobs)
  console.log('\nUntil the answer to POST /clips\n')
  printTable(latencies)
  console.log('\nClips of two minutes as MP3\n')
  printTable(workers)
  console.log(
    `\nAll clips were COMPLETE ${recoverySeconds.toFixed(1)} s after a worker was killed; WORKER_TIMEOUT_SECONDS=${WORKER_TIMEOUT_SECONDS}`,
  )
} finally {
  await cluster.close()
  await s3.close()
}
