/**
 * Sends requests that would cost far more than they do, group by group for some seconds each, by two callers. Each sends three times the
 * rate of the default plan, and meets no rate limit. Meanwhile it asks for /health and for streams of another account. The rival of each group is the same service without
 * attackers, in the same run. Exits with 1 if a goal is missed.
 *   npm run bench -- attacks [seconds] [part of the name of a group]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, attack, listAttacks, prepareAttacks } from '../test/support/attacks.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { createOtherAccount } from './support/other-account.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'
import { readProcessFigures } from './support/process-figures.ts'

const SECONDS = Number(process.argv[2] ?? 20)
const WANTED = process.argv[3] ?? ''
const CALLERS = 2
const SEND_EVERY_MS = 1000 / 9
const HEALTH_EVERY_MS = 50
const STREAM_EVERY_MS = 500
const CPU_ROUNDS = 20
const HEALTH_GOAL_MS = 100
const FIRST_AUDIO_GOAL = 2
const MEGABYTES_GOAL = 200
const CPU_GOAL_MS = 50

// No pressure limit: what is refused because the service is late would hide that it is.
const service = await startBenchService({ MAX_EVENT_LOOP_DELAY_MS: '60000' })
const pid = service.child.pid!
const post = async (key: string, path: string, body: object): Promise<Response> =>
  await fetch(`${service.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const call = async (key: string, path: string, body: object): Promise<Record<string, string>> =>
  (await (await post(key, path, body)).json()) as Record<string, string>

/** Combinations of combinations: most are beyond what a file or a day may have. */
async function combineAttacks(key: string): Promise<readonly Attack[]> {
  const { clip_id: id } = await call(key, '/clips', { speaker_id: 3, text: 'Hi.' })
  const complete = async (clip: string): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${service.url}/v1/tts/clips/${clip}`, { headers: { 'x-api-key': key } })
      if (((await answer.json()) as { status: string }).status === 'COMPLETE') return
      await sleep(100)
    }
  }
  await complete(id!)
  const combined = { clip_ids: Array(7).fill(id), pause_durations: 600, async: true }
  const { clip_id: hour } = await call(key, '/clips/combine', combined)
  await complete(hour!)
  const make = (name: string, more: object): Attack => ({
    name: `combine: ${name}`,
    path: '/v1/tts/clips/combine',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ clip_ids: Array(100).fill(hour), ...more })),
    status: 400,
    message: /seconds/,
  })
  return [
    make('100 hours as a clip', { async: true }),
    make('100 hours at once', { audio_configs: { file_format: 'wav' } }),
  ]
}

type Watch = { readonly health: readonly number[]; readonly firstAudio: readonly number[]; readonly megabytes: number }

/** Watches the service until `signal` aborts. */
async function watch(signal: AbortSignal): Promise<Watch> {
  const health: number[] = []
  const firstAudio: number[] = []
  let megabytes = 0
  const repeat = async (everyMs: number, times: number[], ask: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
      megabytes = Math.max(megabytes, readProcessFigures(pid).megabytes)
      await sleep(everyMs)
    }
  }
  await Promise.all([
    repeat(HEALTH_EVERY_MS, health, async () => void (await (await fetch(`${service.url}/health`)).text())),
    repeat(STREAM_EVERY_MS, firstAudio, async () => {
      const body = { speaker_id: 3, text: 'Good morning.', audio_configs: { file_format: 'pcm' } }
      const answer = await post(BENCH_KEY, '/stream', body)
      const reader = answer.body!.getReader()
      await reader.read()
      // Only the first audio is timed.
      void reader.cancel()
    }),
  ])
  return { health, firstAudio, megabytes }
}

async function watchFor(seconds: number): Promise<Watch> {
  return await watch(AbortSignal.timeout(seconds * 1000))
}

/** Median processor time of the service for one of these requests. */
async function measureCpu(attacks: readonly Attack[]): Promise<number> {
  const times: number[] = []
  for (const one of attacks) {
    const before = readProcessFigures(pid).cpuMs
    for (let i = 0; i < CPU_ROUNDS; i++) await (await attack(service.url, one)).text()
    times.push((readProcessFigures(pid).cpuMs - before) / CPU_ROUNDS)
  }
  return percentile(times, 0.5)
}

async function strike(attacks: readonly Attack[]): Promise<Watch & { readonly statuses: ReadonlyMap<number, number> }> {
  const signal = AbortSignal.timeout(SECONDS * 1000)
  const statuses = new Map<number, number>()
  let next = 0
  const send = async (): Promise<void> => {
    while (!signal.aborted) {
      const answer = await attack(service.url, attacks[next++ % attacks.length]!)
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      await sleep(SEND_EVERY_MS)
    }
  }
  const [watched] = await Promise.all([watch(signal), ...Array.from({ length: CALLERS }, send)])
  return { ...watched, statuses }
}

const key = await createOtherAccount(service.dataDirectory, 'default')
const all = [
  ...listAttacks(await prepareAttacks(key, (path, body) => call(key, path, body))),
  ...(await combineAttacks(key)),
]
const groups = Map.groupBy(all, ({ name }) => name.split(':')[0]!)
const empty: Attack = {
  name: '',
  path: '/studio/session',
  headers: { 'x-declaim-studio': '1' },
  body: Buffer.from('{}'),
  status: 401,
  message: /./,
}
// The service and this program warm up.
await watchFor(3)
const emptyCpuMs = await measureCpu([empty])
const rows: Record<string, string | number>[] = []
let isMet = true
for (const [name, attacks] of groups) {
  if (!name.includes(WANTED)) continue
  const quiet = await watchFor(Math.min(5, SECONDS))
  const cpuMs = (await measureCpu(attacks)) - emptyCpuMs
  const before = readProcessFigures(pid).megabytes
  const { health, firstAudio, megabytes, statuses } = await strike(attacks)
  const [healthMs, audioMs, quietMs] = [
    percentile(health, 0.99),
    percentile(firstAudio, 0.5),
    percentile(quiet.firstAudio, 0.5),
  ]
  const grown = megabytes - before
  isMet &&=
    healthMs < HEALTH_GOAL_MS && audioMs < FIRST_AUDIO_GOAL * quietMs && grown < MEGABYTES_GOAL && cpuMs < CPU_GOAL_MS
  rows.push({
    attack: name,
    kinds: attacks.length,
    answers: [...statuses].map(([status, count]) => `${count} x ${status}`).join(' '),
    'CPU ms each': formatMs(cpuMs),
    '/health p99 ms': formatMs(healthMs),
    'first audio ms': formatMs(audioMs),
    'when quiet': formatMs(quietMs),
    'RSS MB more': grown.toFixed(0),
  })
}
printTable(rows)
printGoal(
  `/health p99 below ${HEALTH_GOAL_MS} ms, first audio below ${FIRST_AUDIO_GOAL} times that of a quiet service, ${MEGABYTES_GOAL} MB and ${CPU_GOAL_MS} ms of CPU above an empty request`,
  isMet,
)
process.exitCode = isMet ? 0 : 1
await service.stop()
