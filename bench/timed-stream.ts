/**
 * What the times of words cost a stream: how soon the first byte and the first audio of POST /stream arrive with
 * `include_word_timing`, beside the same request without, in turns. And how many bytes are added.
 *   npm run bench -- timed-stream [rounds]
 */
import { Agent, request } from 'node:http'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { formatMs, formatRatio, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
const WARM_UP = 3
const GOAL = 1.05
const TEXT = Array.from({ length: 5 }, () => SENTENCE).join(' ')

type Arrival = {
  readonly firstByteMs: number
  readonly firstAudioMs: number
  readonly totalMs: number
  readonly bytes: number
}

const service = await startBenchService()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function speak(speaker_id: number, kind: 'timed' | 'plain'): Promise<Arrival> {
  const body = JSON.stringify({ speaker_id, text: TEXT, include_word_timing: kind === 'timed' })
  const headers = { 'x-api-key': BENCH_KEY, accept: kind === 'timed' ? 'multipart/mixed' : 'audio/mpeg' }
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(`${service.url}/v1/tts/stream`, { agent, headers, method: 'POST' }, (response) => {
      let [firstByteMs, firstAudioMs, bytes] = [Number.NaN, Number.NaN, 0]
      response.on('data', (piece: Buffer) => {
        const now = performance.now() - began
        bytes += piece.length
        if (Number.isNaN(firstByteMs)) firstByteMs = now
        // A part is written at once, so that its head and its first bytes arrive together.
        if (Number.isNaN(firstAudioMs) && (kind === 'plain' || piece.includes('audio/mpeg'))) firstAudioMs = now
      })
      response.on('end', () => resolve({ firstByteMs, firstAudioMs, bytes, totalMs: performance.now() - began }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const rows = []
const ratios: number[] = []
for (const [voice, speakerId] of Object.entries(SPEAKERS)) {
  const plain: Arrival[] = []
  const timed: Arrival[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Each comes first as often as the other.
    for (const kind of round % 2 === 0 ? (['plain', 'timed'] as const) : (['timed', 'plain'] as const)) {
      const arrival = await speak(speakerId, kind)
      if (round >= 0) (kind === 'plain' ? plain : timed).push(arrival)
    }
  }
  const half = (arrivals: readonly Arrival[], figure: keyof Arrival) =>
    percentile(
      arrivals.map((arrival) => arrival[figure]),
      0.5,
    )
  ratios.push(half(timed, 'firstAudioMs') / half(plain, 'firstAudioMs'))
  rows.push({
    voice,
    'plain: first byte p50 ms': formatMs(half(plain, 'firstByteMs')),
    'timed: first byte p50 ms': formatMs(half(timed, 'firstByteMs')),
    'timed: first audio p50 ms': formatMs(half(timed, 'firstAudioMs')),
    'first byte, timed / plain': formatRatio(half(timed, 'firstByteMs'), half(plain, 'firstByteMs')),
    'first audio, timed / plain': formatRatio(half(timed, 'firstAudioMs'), half(plain, 'firstAudioMs')),
    'whole, timed / plain': formatRatio(half(timed, 'totalMs'), half(plain, 'totalMs')),
    'bytes, timed / plain': formatRatio(half(timed, 'bytes'), half(plain, 'bytes')),
  })
}
console.log(`A stream of ${TEXT.split(' ').length} words with the times of its words and without, ${ROUNDS} rounds\n`)
printTable(rows)
printGoal(`first audio with times at most ${GOAL}x of that without, each voice`, Math.max(...ratios) <= GOAL)
agent.destroy()
await service.stop()
