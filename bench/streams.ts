/**
 * How soon callers of POST /stream hear something while others listen too: the first byte of a sentence of 30 words, for
 * more and more callers, each again as soon as its stream has ended. Beside them the bare engine: the first sound of the
 * same sentence in this process, alone. Every stream is compared with the first, byte by byte, and the main thread of the
 * service is watched. `tone` takes nearly no time to speak, so there the service alone is measured.
 *   npm run bench -- streams [seconds per measurement]
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { createToneEngine } from '../src/synthesis/engines/tone/tone-engine.ts'
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../src/synthesis/synthesis-plan.ts'
import { TONE_AVATARS } from '../test/support/test-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { startWatchedBenchService, type WatchedBenchService } from './support/event-loop-delay.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printGoal, printTable } from './support/print-table.ts'
import { readProcessFigures } from './support/process-figures.ts'

const SECONDS = Number(process.argv[2] ?? 4)
const CALLERS = (process.argv[3] ?? '1,2,4,8,16,32').split(',').map(Number)
const GOAL_LATE_MS = 10
const BARE_ROUNDS = 12
/** A caller that was refused tries again after this time, which is sooner than it was told. */
const RETRY_MS = 250

const SHARES = [0.5, 0.95, 0.99]
const formatTimes = (times: readonly number[]) => SHARES.map((share) => formatMs(percentile(times, share))).join(' / ')

type Load = {
  readonly firstByteMs: readonly number[]
  /** Answered 503, as they could not have been served in time. */
  readonly refused: number
  readonly failed: number
  readonly short: number
  readonly seconds: number
  readonly cpuMs: number
}

/** Streams from all callers at once until the time is over; those under way are heard to their end. */
async function loadWith(count: number, { url, child }: WatchedBenchService, asked: Asked): Promise<Load> {
  const firstByteMs: number[] = []
  let [refused, failed, short] = [0, 0, 0]
  const cpuBefore = readProcessFigures(child.pid!).cpuMs
  const began = performance.now()
  const listen = async () => {
    const caller = openHttpCaller(url)
    while (performance.now() - began < SECONDS * 1000) {
      const answer = await caller.call('/stream', asked.body).catch(() => undefined)
      if (answer?.status === 503) {
        refused++
        await sleep(RETRY_MS)
      } else if (answer?.status !== 200) failed++
      else if (!answer.body.equals(asked.expected)) short++
      else firstByteMs.push(answer.firstByteMs)
    }
    caller.close()
  }
  await Promise.all(Array.from({ length: count }, listen))
  const seconds = (performance.now() - began) / 1000
  return { firstByteMs, refused, failed, short, seconds, cpuMs: readProcessFigures(child.pid!).cpuMs - cpuBefore }
}

type Asked = { readonly body: unknown; readonly expected: Buffer }

/** Milliseconds from the call of an engine to its first sound, alone in this process. */
async function speakFirst(engine: SpeechEngine, { segments }: SynthesisPlan): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < BARE_ROUNDS; round++) {
    const began = performance.now()
    for await (const _ of engine.speak(segments[0]!, { signal: new AbortController().signal })) {
      times.push(performance.now() - began)
      break
    }
  }
  return times
}

const planner = await createBarePlanner()
const emberPlan = planner.plan(SPEAKERS.ember, SENTENCE)
const VOICES = [
  { voice: 'tone', settings: { AVATARS_FILE: TONE_AVATARS }, engine: createToneEngine() },
  { voice: 'ember', settings: {}, engine: planner.engines.get('ember')! },
]

let [wrong, latest] = [0, 0]
for (const { voice, settings, engine } of VOICES) {
  const service = await startWatchedBenchService(settings)
  const caller = openHttpCaller(service.url)
  const body = { speaker_id: SPEAKERS.ember, text: SENTENCE }
  const expected = successOf(await caller.call('/stream', body))
  caller.close()
  const asked = { body, expected }
  const plan = {
    ...emberPlan,
    segments: emberPlan.segments.map((one) => ({ ...one, voice: { ...one.voice, name: voice } })),
  }
  await loadWith(4, service, asked)
  const rows = []
  for (const count of CALLERS) {
    const bare = await speakFirst(engine, plan)
    await service.readEventLoopDelay()
    const { firstByteMs, refused, failed, short, seconds, cpuMs } = await loadWith(count, service, asked)
    const late = await service.readEventLoopDelay()
    wrong += failed + short
    latest = Math.max(latest, late.p99)
    rows.push({
      callers: count,
      streams: firstByteMs.length,
      'first byte p50 / p95 / p99 ms': formatTimes(firstByteMs),
      'bare engine, alone': formatTimes(bare),
      refused,
      failed,
      'short or changed': short,
      'streams a second': (firstByteMs.length / seconds).toFixed(1),
      'CPU ms a stream': formatMs(cpuMs / firstByteMs.length),
      'main thread late, p99 ms': late.p99.toFixed(1),
      'max ms': late.max.toFixed(1),
    })
  }
  await service.stop()
  console.log(`\n${voice}: ${expected.length} bytes of MP3, ${SECONDS} s for each row\n`)
  printTable(rows)
}
printGoal(`the main thread is at most ${GOAL_LATE_MS} ms late at p99`, latest <= GOAL_LATE_MS)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
if (wrong > 0) throw new Error(`${wrong} streams failed or were not what they should be`)
