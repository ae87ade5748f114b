/**
 * Offers the service many times the streams that it can speak, and checks that it refuses what is too much at once: only 200, 429
 * and 503, accepted streams nearly as fast as when idle, and a quick recovery. Exits with 1 if a goal is missed.
 *   npm run bench -- overload [seconds] [times the capacity]
 */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const SECONDS = Number(process.argv[2] ?? 60)
const TIMES = Number(process.argv[3] ?? 37)
const MEASURE_SECONDS = 10
/** One core is left to what answers, and to the load generator. */
const THREADS = Math.max(1, availableParallelism() - 1)
const OVERLOAD_CONNECTIONS = 400
const RECOVERY_LIMIT_MS = 30_000

const body = JSON.stringify({ speaker_id: 3, text: 'The sailors mended old nets beside the long stone wall.' })
const headers = { 'x-api-key': BENCH_KEY, 'content-type': 'application/json', accept: 'audio/pcm' }

const service = await startBenchService({
  RENDER_THREADS: String(THREADS),
  // As many streams as threads: each is as fast as when idle, and all others are refused.
  LISTENERS_PER_THREAD: '1',
})
const target = { url: `${service.url}/v1/tts/stream`, method: 'POST', headers, body } as const

type Load = { readonly connections: number; readonly seconds: number; readonly rate?: number }
type Phase = {
  readonly statuses: ReadonlyMap<number, number>
  readonly accepted: readonly number[]
  readonly errors: number
}

async function load({ connections, seconds, rate }: Load): Promise<Phase> {
  const statuses = new Map<number, number>()
  const accepted: number[] = []
  const options = { ...target, connections, duration: seconds, timeout: 60, ...(rate && { overallRate: rate }) }
  const { promise, resolve } = Promise.withResolvers<autocannon.Result>()
  const running = autocannon(options, (_error, result) => resolve(result))
  running.on('response', (_client, status, _bytes, milliseconds) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) accepted.push(milliseconds)
  })
  const { errors, timeouts } = await promise
  return { statuses, accepted, errors: errors + timeouts }
}

async function timeOne(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(target.url, { method: 'POST', headers, body })
  await answer.bytes()
  return answer.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY
}

/** Milliseconds until a stream is again as fast as when idle, within a factor of two. */
async function recover(idleMs: number): Promise<number> {
  const began = performance.now()
  while ((await timeOne()) > 2 * idleMs && performance.now() - began < RECOVERY_LIMIT_MS) await sleep(50)
  return performance.now() - began
}

const rowOf = (phase: string, { statuses, accepted, errors }: Phase, seconds: number) => ({
  phase,
  'requests a second': ([...statuses.values()].reduce((sum, count) => sum + count, 0) / seconds).toFixed(0),
  'status 200': statuses.get(200) ?? 0,
  'status 429': statuses.get(429) ?? 0,
  'status 503': statuses.get(503) ?? 0,
  other: [...statuses].reduce((sum, [status, count]) => sum + ([200, 429, 503].includes(status) ? 0 : count), 0),
  'broken off': errors,
  'accepted p50 ms': percentile(accepted, 0.5).toFixed(0),
  'accepted p99 ms': percentile(accepted, 0.99).toFixed(0),
})

await load({ connections: 2, seconds: 2 })
const full = await load({ connections: THREADS, seconds: MEASURE_SECONDS })
const capacity = full.accepted.length / MEASURE_SECONDS
const idle = await load({ connections: 1, seconds: MEASURE_SECONDS })
const overload = await load({
  connections: OVERLOAD_CONNECTIONS,
  seconds: SECONDS,
  rate: Math.ceil(capacity * TIMES),
})
const recoveryMs = await recover(percentile(idle.accepted, 0.5))
await service.stop()

const rows = [
  rowOf('idle: one stream at a time', idle, MEASURE_SECONDS),
  rowOf(`full: ${THREADS} at a time`, full, MEASURE_SECONDS),
  rowOf(`overload: ${TIMES} times ${capacity.toFixed(0)} a second for ${SECONDS} s`, overload, SECONDS),
]
printTable(rows)
console.log(`\nRecovered after ${recoveryMs.toFixed(0)} ms.`)
const [idleP99, overloadP99] = [idle, overload].map(({ accepted }) => percentile(accepted, 0.99)) as [number, number]
const goals: readonly (readonly [string, boolean])[] = [
  ['only 200, 429 and 503', rows[2]!.other === 0 && overload.errors === 0],
  ['p99 of accepted streams at most twice that when idle', overloadP99 <= 2 * idleP99],
  ['recovery within 5 s', recoveryMs <= 5000],
]
for (const [goal, isMet] of goals) printGoal(goal, isMet)
if (goals.some(([, isMet]) => !isMet)) process.exitCode = 1
