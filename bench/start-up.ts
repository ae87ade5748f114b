/**
 * How soon after its process starts the service answers: the first request for the avatars and the first speech, on an
 * empty data directory and on one that is there, beside Node itself doing nothing.
 *   npm run bench -- start-up [rounds]
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '../test/support/server-process.ts'
import { BENCH_KEY } from './support/bench-service.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const GOAL_MS = 2000

/** In milliseconds from the moment when the process is started. */
type Start = { readonly listening: number; readonly answered: number; readonly spoke: number }

async function start(dataDirectory: string): Promise<Start> {
  const began = performance.now()
  const server = await startServerProcess({
    DATA_DIR: dataDirectory,
    DECLAIM_BOOTSTRAP_KEY: BENCH_KEY,
    SEGMENT_CACHE_MB: '0',
    LOG_LEVEL: 'error',
    // Empty: the default. Tests do without.
    WARM_UP_MS: '',
  })
  const listening = performance.now() - began
  const caller = openHttpCaller(server.url)
  successOf(await caller.call('/avatars'))
  const answered = performance.now() - began
  const asked = performance.now()
  const { firstByteMs } = await caller.call('/stream', { speaker_id: 3, text: 'Good morning.' })
  caller.close()
  await server.stop()
  return { listening, answered, spoke: asked - began + firstByteMs }
}

function bareNodeMs(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - began
}

const [fresh, again, bare]: [Start[], Start[], number[]] = [[], [], []]
for (let round = 0; round < ROUNDS; round++) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-start-'))
  bare.push(bareNodeMs())
  fresh.push(await start(dataDirectory))
  again.push(await start(dataDirectory))
  await rm(dataDirectory, { recursive: true })
}

const summary = (times: readonly number[]) => `${Math.min(...times).toFixed(0)} / ${percentile(times, 0.5).toFixed(0)}`
const row = (what: string, starts: readonly Start[]) => ({
  what,
  'listens, ms': summary(starts.map(({ listening }) => listening)),
  'first answer, ms': summary(starts.map(({ answered }) => answered)),
  'first speech, ms': summary(starts.map(({ spoke }) => spoke)),
})
console.log(`From the start of the process, best / median of ${ROUNDS}\n`)
printTable([
  row('empty data directory', fresh),
  row('data directory of an earlier run', again),
  { what: 'node -e 0', 'listens, ms': summary(bare), 'first answer, ms': '', 'first speech, ms': '' },
])
const median = percentile(
  fresh.map(({ answered }) => answered),
  0.5,
)
printGoal(`first answer after at most ${GOAL_MS} ms (median, empty data directory)`, median <= GOAL_MS)
