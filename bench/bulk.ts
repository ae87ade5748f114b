/**
 * A bulk of 100 clips on two workers, from the request to the last COMPLETE, beside the bare engine speaking the same
 * plans on two threads. What a clip takes besides is measured apart, one step after another on one thread.
 *   node bench/bulk.ts [rounds]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineSpec } from '../src/synthesis/engines/create-engine.ts'
import { type BenchService, startBenchService } from './support/bench-service.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { type ClipCosts, measureClipCosts } from './support/clip-costs.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio } from './support/percentile.ts'
import { createBarePlanner, EMBER_SPEC } from './support/plan-bench-speech.ts'
import { printGoal, printTable } from './support/print-table.ts'
import { startBareThreads } from './support/speak-bare.ts'

const ROUNDS = Number(process.argv[2] ?? 1)
const GOAL = 1.1
const THREADS = 2
const POLL_MS = 20
/** Plans whose steps are measured one by one. */
const MEASURED = 10

const TEXT = 'The harbour was quiet before the storm, and the sailors were mending their nets.'
const TEXTS = Array.from({ length: 100 }, (_, index) => `Part ${index + 1}. ${TEXT}`)
const VOICES: readonly (readonly [name: 'rms' | 'ember', spec: EngineSpec])[] = [
  ['rms', { kind: 'flite' }],
  ['ember', EMBER_SPEC],
]

/** Seconds from the request to the moment when no clip waits any more. */
async function renderBulk({ url }: BenchService, speakerId: number): Promise<number> {
  const caller = openHttpCaller(url)
  const ask = async (path: string, body?: unknown) => JSON.parse(String(successOf(await caller.call(path, body))))
  const bodies = TEXTS.map((text) => ({ speaker_id: speakerId, text }))
  const began = performance.now()
  await ask('/clips', bodies)
  while ((await ask('/clips?status=PROCESSING&limit=1')).length > 0) await sleep(POLL_MS)
  const seconds = (performance.now() - began) / 1000
  const failed = await ask('/clips?status=FAILED&limit=1')
  if (failed.length > 0) throw new Error(`Clip ${failed[0].id} failed`)
  caller.close()
  return seconds
}

function printCosts(costs: Readonly<Record<string, ClipCosts>>): void {
  console.log(`\nOne clip, step by step on one thread: ms, and the share of the engine's time\n`)
  const rows = Object.entries(costs).map(([voice, { engine, ...others }]) => ({
    voice,
    engine: formatMs(engine),
    ...Object.fromEntries(
      Object.entries(others).map(([step, ms]) => [step, `${formatMs(ms)} (${((100 * ms) / engine).toFixed(0)} %)`]),
    ),
  }))
  printTable(rows)
}

const service = await startBenchService({ RENDER_THREADS: String(THREADS) })
const planner = await createBarePlanner()
const rows = []
const costs: Record<string, ClipCosts> = {}
let worst = 0
for (const [voice, engine] of VOICES) {
  const plans = TEXTS.map((text) => planner.plan(SPEAKERS[voice], text))
  const bare = await startBareThreads({ engine, plans, threads: THREADS })
  let [ours, theirs, samples] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  for (let round = 0; round < ROUNDS; round++) {
    ours = Math.min(ours, await renderBulk(service, SPEAKERS[voice]))
    const spoken = await bare.speakAll()
    theirs = Math.min(theirs, spoken.seconds)
    samples = spoken.samples
  }
  await bare.close()
  const speaker = planner.engines.get(plans[0]!.engine)!
  const audioSeconds = samples / speaker.sampleRate
  worst = Math.max(worst, ours / theirs)
  rows.push({
    voice,
    'audio s': audioSeconds.toFixed(0),
    'service s': ours.toFixed(2),
    'bare engine s': theirs.toFixed(2),
    'service / bare': formatRatio(ours, theirs),
    'clips a second': (TEXTS.length / ours).toFixed(1),
    'audio s a second': (audioSeconds / ours).toFixed(0),
  })
  costs[voice] = await measureClipCosts(TEXTS.slice(0, MEASURED), {
    plan: (text) => planner.plan(SPEAKERS[voice], text),
    engine: speaker,
  })
}
console.log(`${TEXTS.length} clips of 16 words, ${THREADS} workers, best of ${ROUNDS}\n`)
printTable(rows)
printCosts(costs)
printGoal(`at most ${GOAL}x the bare engine`, worst <= GOAL)
await service.stop()
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
