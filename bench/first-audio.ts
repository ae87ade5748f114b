/**
 * How soon a caller of POST /stream hears something: the first byte of audio for a sentence of 30 words, beside the
 * bare engine. The engine is called in this process without threads, with the same phonemes and prosody: once with the
 * sentence in one piece, as an engine is usually called, and once with the first of the pieces that the service cuts.
 *   npm run bench -- first-audio [rounds]
 */
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import type { Segment } from '../src/synthesis/synthesis-plan.ts'
import { startBenchService } from './support/bench-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio, percentile } from './support/percentile.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
const WARM_UP = 3
const GOAL = 1.3

async function firstChunkMs(engine: SpeechEngine, segment: Segment): Promise<number> {
  const began = performance.now()
  const leave = new AbortController()
  for await (const _ of engine.speak(segment, { signal: leave.signal })) return performance.now() - began
  throw new Error('The engine said nothing')
}

/** The segments of one sentence as one. */
function inOnePiece(segments: readonly Segment[]): Segment {
  return { ...segments.at(-1)!, words: segments.flatMap(({ words }) => words) }
}

const service = await startBenchService()
const caller = openHttpCaller(service.url)
const planner = await createBarePlanner()
const rows = []
const ratios: number[] = []
for (const [name, speakerId] of Object.entries(SPEAKERS)) {
  const { engine: engineName, segments } = planner.plan(speakerId, SENTENCE)
  const engine = planner.engines.get(engineName)!
  const whole = inOnePiece(segments)
  const times = { service: [] as number[], whole: [] as number[], piece: [] as number[] }
  // In turns, so that all meet the same company on the machine.
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const answer = await caller.call('/stream', { speaker_id: speakerId, text: SENTENCE })
    successOf(answer)
    const [wholeMs, pieceMs] = [await firstChunkMs(engine, whole), await firstChunkMs(engine, segments[0]!)]
    if (round < 0) continue
    times.service.push(answer.firstByteMs)
    times.whole.push(wholeMs)
    times.piece.push(pieceMs)
  }
  const at = (share: number) => ({
    service: percentile(times.service, share),
    whole: percentile(times.whole, share),
    piece: percentile(times.piece, share),
  })
  const [half, most] = [at(0.5), at(0.95)]
  ratios.push(half.service / half.whole)
  rows.push({
    voice: name,
    'service p50 ms': formatMs(half.service),
    'service p95 ms': formatMs(most.service),
    'bare engine p50 ms': formatMs(half.whole),
    'bare engine p95 ms': formatMs(most.whole),
    'service / bare, p50': formatRatio(half.service, half.whole),
    p95: formatRatio(most.service, most.whole),
    'bare first piece p50 ms': formatMs(half.piece),
    'service / piece, p50': formatRatio(half.service, half.piece),
  })
}
console.log(`First audio of a sentence of 30 words, ${ROUNDS} rounds\n`)
printTable(rows)
printGoal(`at most ${GOAL}x the bare engine at p50, each voice`, Math.max(...ratios) <= GOAL)
caller.close()
await service.stop()
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
