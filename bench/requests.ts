/**
 * How many short requests POST /stream answers and how fast, for more and more callers with a connection each, beside
 * a bare node:http server that answers the same bytes. The engine is the tone engine, which takes nearly no time: what
 * is measured is the service. Callers and server share the machine. Every answer is compared with the first, byte by byte.
 * A second table shows the latency of one caller stage by stage, beside a bare server that speaks the same text with the same engine,
 * without planning, keys, limits, streaming or usage.
 *   npm run bench -- requests [seconds per measurement]
 */
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { startBareRival, startBareSpeaker } from './support/bare-rival.ts'
import { startBenchService } from './support/bench-service.ts'
import { encodeRequest, type FrugalCaller, openFrugalCaller } from './support/frugal-caller.ts'
import { successOf } from './support/http-caller.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'
import { readProcessFigures } from './support/process-figures.ts'

const SECONDS = Number(process.argv[2] ?? 3)
const CALLERS = [1, 2, 4, 8, 16, 32]
const BODY = { speaker_id: 3, text: 'Good morning.' }
const STREAM = encodeRequest('/stream', BODY)
/** V8 compiles hot code in other threads until then. */
const WARM_UP_REQUESTS = 10_000
/** Requests of each stage; 60 of them take longer than the p99. */
const ROUNDS = 6000
const WARM_UP_ROUNDS = 2000
const GOAL_MS = 3

type Load = {
  readonly times: readonly number[]
  readonly perSecond: number
  readonly failed: number
  readonly short: number
  /** What a request takes of the server, in all its threads. */
  readonly cpuMs: number
}

type Target = { readonly url: string; readonly pid: number }

/** Calls from all connections at once, each again as soon as it is answered. */
async function load(callers: readonly FrugalCaller[], pid: number): Promise<Load> {
  const times: number[] = []
  let [failed, short] = [0, 0]
  const cpuBefore = readProcessFigures(pid).cpuMs
  const began = performance.now()
  const end = began + SECONDS * 1000
  const callAgain = async (caller: FrugalCaller) => {
    while (performance.now() < end) {
      const ms = await caller.call(STREAM)
      const { status, body } = caller.answer()
      if (status !== 200) failed++
      else if (!body.equals(expected)) short++
      else times.push(ms)
    }
  }
  await Promise.all(callers.map(callAgain))
  const perSecond = times.length / ((performance.now() - began) / 1000)
  const cpuMs = (readProcessFigures(pid).cpuMs - cpuBefore) / (times.length + failed + short)
  return { times, perSecond, failed, short, cpuMs }
}

async function loadWith(count: number, { url, pid }: Target): Promise<Load> {
  const callers = await Promise.all(Array.from({ length: count }, () => openFrugalCaller(url)))
  const done = await load(callers, pid)
  for (const caller of callers) caller.close()
  return done
}

const service = await startBenchService({ AVATARS_FILE: TONE_AVATARS })
const first = await openFrugalCaller(service.url)
await first.call(STREAM)
const expected = Buffer.from(successOf(first.answer()))
first.close()
const rival = await startBareRival(expected)
const ourTarget = { url: service.url, pid: service.child.pid! }
for (let done = 0; done < WARM_UP_REQUESTS; ) done += (await loadWith(4, ourTarget)).times.length
await loadWith(4, rival)

type Stage = { readonly name: string; readonly target: Target; readonly request: Buffer }

const speaker = await startBareSpeaker()
/** What one caller asks for: of a bare server, and then of the service, each with one more stage than the one before. */
const STAGES = {
  enginePcm: { name: 'bare server, engine in a thread, PCM', target: speaker, request: encodeRequest('/pcm', BODY) },
  engineMp3: { name: 'and an encoder, MP3', target: speaker, request: encodeRequest('/mp3', BODY) },
  http: { name: 'HTTP, key and rate limit: GET /clips', target: ourTarget, request: encodeRequest('/clips?limit=1') },
  planning: {
    name: 'and planning, and a call to a thread: POST /explain',
    target: ourTarget,
    request: encodeRequest('/explain', BODY),
  },
  pcm: {
    name: 'and speech, and an encoder: POST /stream as PCM',
    target: ourTarget,
    request: encodeRequest('/stream', { ...BODY, audio_configs: { file_format: 'pcm' } }),
  },
  mp3: { name: 'and MP3: POST /stream', target: ourTarget, request: STREAM },
} satisfies Readonly<Record<string, Stage>>

/** Throws unless the bare server renders the same samples. */
async function checkSpeaker(): Promise<void> {
  const said: Buffer[] = []
  for (const { target, request } of [STAGES.enginePcm, STAGES.pcm]) {
    const caller = await openFrugalCaller(target.url)
    await caller.call(request)
    said.push(Buffer.from(successOf(caller.answer())))
    caller.close()
  }
  if (!said[0]!.equals(said[1]!)) throw new Error('The bare server renders other samples')
}

/** Milliseconds of one caller's requests, by stage. The stages take turns, so that all meet the same machine. */
async function timeStages(rounds: number): Promise<ReadonlyMap<Stage, readonly number[]>> {
  const callers = new Map<Target, FrugalCaller>()
  for (const target of [speaker, ourTarget]) callers.set(target, await openFrugalCaller(target.url))
  const times = new Map<Stage, number[]>(Object.values<Stage>(STAGES).map((stage) => [stage, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [stage, taken] of times) {
      const caller = callers.get(stage.target)!
      taken.push(await caller.call(stage.request))
      successOf(caller.answer())
    }
  }
  for (const caller of callers.values()) caller.close()
  return times
}

const rows = []
let wrong = 0
let aloneMs = Number.NaN
for (const count of CALLERS) {
  const ours = await loadWith(count, ourTarget)
  const bare = await loadWith(count, rival)
  wrong += ours.failed + ours.short
  const latency = ({ times }: Load) => [0.5, 0.95, 0.99].map((share) => formatMs(percentile(times, share))).join(' / ')
  if (count === 1) aloneMs = percentile(ours.times, 0.99)
  rows.push({
    callers: count,
    'requests a second': ours.perSecond.toFixed(0),
    'p50 / p95 / p99 ms': latency(ours),
    'CPU ms a request': ours.cpuMs.toFixed(2),
    failed: ours.failed,
    'short or changed': ours.short,
    'bare requests a second': bare.perSecond.toFixed(0),
    'bare CPU ms': bare.cpuMs.toFixed(2),
    'bare p50 / p95 / p99 ms': latency(bare),
  })
}
console.log(`"${BODY.text}", ${expected.length} bytes of MP3, ${SECONDS} s for each measurement\n`)
printTable(rows)
await checkSpeaker()
await timeStages(WARM_UP_ROUNDS)
const stages = await timeStages(ROUNDS)
const p99 = (stage: Stage): number => percentile(stages.get(stage)!, 0.99)
console.log('\nOne caller, stage by stage\n')
printTable(
  [...stages].map(([stage, times]) => ({
    stage: stage.name,
    requests: times.length,
    'p50 ms': formatMs(percentile(times, 0.5)),
    p95: formatMs(percentile(times, 0.95)),
    p99: formatMs(p99(stage)),
  })),
)
const added = p99(STAGES.mp3) - p99(STAGES.enginePcm)
console.log(`\nAt p99 the service, with its encoder, adds ${formatMs(added)} ms to the engine.`)
printGoal(`the service adds at most ${GOAL_MS} ms to the p99 of the engine`, added <= GOAL_MS)
printGoal(`p99 at most ${GOAL_MS} ms for one caller`, aloneMs <= GOAL_MS)
await Promise.all([rival.stop(), speaker.stop(), service.stop()])
if (wrong > 0) throw new Error(`${wrong} answers were failures or not what they should be`)
