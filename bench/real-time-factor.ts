/**
 * How much faster than speech audio arrives, end to end: a text of about 1,000 characters, from the request to the last byte,
 * by POST /stream and by POST /word-timing, beside the bare engine speaking the same segments one after another in this
 * process. A real-time factor is the time it takes over the time it plays: below 1 is faster than speech.
 *   npm run bench -- real-time-factor [rounds]
 */
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import type { Segment } from '../src/synthesis/synthesis-plan.ts'
import { startBenchService } from './support/bench-service.ts'
import { LONG_TEXT, SPEAKERS } from './support/bench-text.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatRatio, percentile } from './support/percentile.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 7)
const WARM_UP = 2
const TEXT = LONG_TEXT.join(' ')

/** Milliseconds that the engine takes for all segments, and the samples that it gives. */
async function speakBare(engine: SpeechEngine, segments: readonly Segment[]) {
  const began = performance.now()
  const { signal } = new AbortController()
  let samples = 0
  for (const segment of segments) {
    for await (const { audio } of engine.speak(segment, { signal })) samples += audio.samples.length
  }
  return { ms: performance.now() - began, samples }
}

const service = await startBenchService()
const caller = openHttpCaller(service.url)
const planner = await createBarePlanner()
const rows = []
for (const [voice, speakerId] of Object.entries(SPEAKERS)) {
  const { engine: engineName, segments } = planner.plan(speakerId, TEXT)
  const engine = planner.engines.get(engineName)!
  const body = { speaker_id: speakerId, text: TEXT }
  const times = { stream: [] as number[], timing: [] as number[], bare: [] as number[] }
  let audioMs = Number.NaN
  // In turns, so that all meet the same company on the machine.
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const stream = await caller.call('/stream', body)
    const timing = await caller.call('/word-timing', body)
    successOf(stream)
    successOf(timing)
    const bare = await speakBare(engine, segments)
    audioMs = (1000 * bare.samples) / engine.sampleRate
    if (round < 0) continue
    times.stream.push(stream.totalMs)
    times.timing.push(timing.totalMs)
    times.bare.push(bare.ms)
  }
  const [stream, timing, bare] = [times.stream, times.timing, times.bare].map((all) => percentile(all, 0.5)) as [
    number,
    number,
    number,
  ]
  const factor = (ms: number) => (ms / audioMs).toFixed(4)
  rows.push({
    voice,
    'audio s': (audioMs / 1000).toFixed(1),
    '/stream': factor(stream),
    '/word-timing': factor(timing),
    'bare engine': factor(bare),
    '/stream / bare': formatRatio(stream, bare),
    '/word-timing / bare': formatRatio(timing, bare),
  })
}
console.log(
  `Real-time factors of ${TEXT.length} characters as MP3, median of ${ROUNDS}, one caller, 2 render threads\n`,
)
printTable(rows)
caller.close()
await service.stop()
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
