/**
 * A bulk of 100 clips in each format, from the request to the last COMPLETE, beside the bare engine speaking the same plans
 * on as many threads: the engine gives samples, so `pcm` is like with like, and `mp3` is what is usually asked for. Both are
 * also compared by what they compute, which other work on the machine changes little, and the service's share is told by
 * thread. What the steps of a clip take is measured apart, one after another on one thread.
 *   npm run bench -- bulk [rounds] [threads]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineSpec } from '../src/synthesis/engines/create-engine.ts'
import { type BenchService, startBenchService } from './support/bench-service.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { type ClipCosts, measureClipCosts } from './support/clip-costs.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio } from './support/percentile.ts'
import { createBarePlanner, EMBER_SPEC } from './support/plan-bench-speech.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'
import { startBareThreads } from './support/speak-bare.ts'
import { readThreadTimes, subtractTimes, type ThreadKind, type ThreadTimes } from './support/thread-times.ts'

const ROUNDS = Number(process.argv[2] ?? 1)
const GOAL = 1.05
const ENCODING_GOAL = 0.15
/** With fewer than the machine has cores, what is not speaking has one to itself. */
const THREADS = Number(process.argv[3] ?? 2)
/** Each look costs the service an answer, so a caller who knows how long it will take at least looks late, and then often. */
const POLL_MS = 10
const FIRST_LOOK = 0.95
/** Plans whose steps are measured one by one. */
const MEASURED = 10
const FORMATS = ['mp3', 'wav', 'pcm'] as const

const TEXT = 'The harbour was quiet before the storm, and the sailors were mending their nets.'
const TEXTS = Array.from({ length: 100 }, (_, index) => `Part ${index + 1}. ${TEXT}`)
const VOICES: readonly (readonly [name: 'rms' | 'ember', spec: EngineSpec])[] = [
  ['rms', { kind: 'flite' }],
  ['ember', EMBER_SPEC],
]

type Run = { readonly seconds: number; readonly times: ThreadTimes }

const totalOf = (times: ThreadTimes): number => Object.values(times).reduce((sum, ms) => sum + ms, 0)
const quicker = (one: Run | undefined, other: Run): Run =>
  one !== undefined && one.seconds < other.seconds ? one : other

/** From the request to the moment when no clip waits any more. */
async function renderBulk(
  { url, child }: BenchService,
  { speakerId, format, leastSeconds }: { speakerId: number; format: string; leastSeconds: number },
): Promise<Run> {
  const caller = openHttpCaller(url)
  const ask = async (path: string, body?: unknown) => JSON.parse(String(successOf(await caller.call(path, body))))
  const bodies = TEXTS.map((text) => ({ speaker_id: speakerId, text, audio_configs: { file_format: format } }))
  const before = readThreadTimes(child.pid!)
  const began = performance.now()
  await ask('/clips', bodies)
  await sleep(1000 * FIRST_LOOK * leastSeconds)
  while ((await ask('/clips?status=PROCESSING&limit=1')).length > 0) await sleep(POLL_MS)
  const seconds = (performance.now() - began) / 1000
  const times = subtractTimes(readThreadTimes(child.pid!), before)
  const failed = await ask('/clips?status=FAILED&limit=1')
  if (failed.length > 0) throw new Error(`Clip ${failed[0].id} failed`)
  caller.close()
  return { seconds, times }
}

function shareRow(voice: string, what: string, { times }: Run): TableRow {
  const kinds: readonly ThreadKind[] = ['engines', 'encoder', 'main', 'files', 'collecting and compiling', 'others']
  const total = totalOf(times)
  const shares = kinds.map((kind) => [kind, `${((100 * (times[kind] ?? 0)) / total).toFixed(1)} %`])
  return { voice, clips: what, 'ms a clip': formatMs(total / TEXTS.length), ...Object.fromEntries(shares) }
}

function costRow(voice: string, { engine, ...others }: ClipCosts): TableRow {
  const steps = Object.entries(others).map(([step, ms]) => [
    step,
    `${formatMs(ms)} (${((100 * ms) / engine).toFixed(0)} %)`,
  ])
  return { voice, engine: formatMs(engine), ...Object.fromEntries(steps) }
}

const service = await startBenchService({ RENDER_THREADS: String(THREADS) })
const planner = await createBarePlanner()
const [rows, shares, costs]: TableRow[][] = [[], [], []]
const goals: (readonly [what: string, isMet: boolean])[] = []
let encoding = 0
for (const [voice, engine] of VOICES) {
  const plans = TEXTS.map((text) => planner.plan(SPEAKERS[voice], text))
  const bare = await startBareThreads({ engine, plans, threads: THREADS })
  const best: { bare?: Run & { readonly samples: number }; [format: string]: Run | undefined } = {}
  for (let round = 0; round < ROUNDS; round++) {
    // In turns, so that all meet the same company on the machine.
    const before = process.cpuUsage()
    const spoken = await bare.speakAll()
    const { user, system } = process.cpuUsage(before)
    const run = { ...spoken, times: { engines: (user + system) / 1000 } }
    if (best.bare === undefined || run.seconds < best.bare.seconds) best.bare = run
    const asked = { speakerId: SPEAKERS[voice], leastSeconds: best.bare.seconds }
    for (const format of FORMATS) best[format] = quicker(best[format], await renderBulk(service, { ...asked, format }))
  }
  await bare.close()
  const theirs = best.bare!
  const speaker = planner.engines.get(plans[0]!.engine)!
  const audioSeconds = theirs.samples / speaker.sampleRate
  for (const format of FORMATS) {
    const ours = best[format]!
    goals.push([`${voice} as ${format}: at most ${GOAL}x the bare engine`, ours.seconds <= GOAL * theirs.seconds])
    encoding = Math.max(encoding, (ours.times.encoder ?? 0) / totalOf(ours.times))
    rows!.push({
      voice,
      clips: format,
      'audio s': audioSeconds.toFixed(0),
      'service s': ours.seconds.toFixed(2),
      'bare engine s': theirs.seconds.toFixed(2),
      'service / bare': formatRatio(ours.seconds, theirs.seconds),
      'CPU ms a clip': formatMs(totalOf(ours.times) / TEXTS.length),
      'bare CPU ms': formatMs(totalOf(theirs.times) / TEXTS.length),
      'CPU service / bare': formatRatio(totalOf(ours.times), totalOf(theirs.times)),
      'audio s a second': (audioSeconds / ours.seconds).toFixed(0),
    })
    shares!.push(shareRow(voice, format, ours))
  }
  const planOf = (text: string) => planner.plan(SPEAKERS[voice], text)
  costs!.push(costRow(voice, await measureClipCosts(TEXTS.slice(0, MEASURED), { plan: planOf, engine: speaker })))
}
console.log(`${TEXTS.length} clips of 16 words, ${THREADS} render threads, best of ${ROUNDS}\n`)
printTable(rows!)
console.log('\nWhat the service computes, by thread\n')
printTable(shares!)
console.log(`\nOne clip, step by step on one thread: ms, and the share of the engine's time\n`)
printTable(costs!)
for (const [what, isMet] of goals) printGoal(what, isMet)
printGoal(`the encoder takes at most ${ENCODING_GOAL * 100} % of what is computed`, encoding <= ENCODING_GOAL)
await service.stop()
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
