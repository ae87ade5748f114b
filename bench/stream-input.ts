/**
 * How soon the socket /stream-input speaks: from the message that completes a sentence or a clause to the first audio, and
 * from a cancellation to its answer. The rival is the first byte of POST /stream for the same sentence.
 *   npm run bench -- stream-input [rounds]
 */
import { connect, type StreamInputClient } from '../test/support/stream-input-client.ts'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SPEAKERS } from './support/bench-text.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
const WARM_UP = 3
const GOAL_MS = 60
const CANCEL_GOAL_MS = 100
const SENTENCE = 'Well, I had a look at your order, and it left our house this morning.'
const FORMAT = { file_format: 'pcm' }

/** What is written until the part is complete, word by word, and the message that completes it. */
const PARTS = {
  // The first word of the next sentence decides how long the pause before it is.
  sentence: { written: SENTENCE.match(/\s*\S+/g)!, completes: ' You ', startAt: 'sentence' },
  clause: {
    written: ['Well,', ' I', ' had', ' a', ' look', ' at', ' your', ' order,'],
    completes: ' and',
    startAt: 'clause',
  },
} as const

type Times = { readonly firstAudioMs: number; readonly cancelMs: number }

async function speak(client: StreamInputClient, speakerId: number, part: keyof typeof PARTS): Promise<Times> {
  const { written, completes, startAt } = PARTS[part]
  client.send({ type: 'start', speaker_id: speakerId, audio_configs: FORMAT, start_at: startAt })
  await client.event('ready')
  for (const text of written) client.send({ type: 'text', text })
  client.send({ type: 'ping' })
  await client.event('pong')
  const from = client.items.length
  if (client.items.some((item, i) => i >= from && Buffer.isBuffer(item)))
    throw new Error('The part was spoken too soon')
  const began = performance.now()
  client.send({ type: 'text', text: completes })
  await client.event('words')
  const first = client.items.findIndex((item, i) => i >= from && Buffer.isBuffer(item))
  const audioAt = first === -1 ? await nextAudio(client) : client.times[first]!
  const cancelled = performance.now()
  client.send({ type: 'cancel' })
  await client.event('cancelled')
  return { firstAudioMs: audioAt - began, cancelMs: performance.now() - cancelled }
}

async function nextAudio(client: StreamInputClient): Promise<number> {
  const from = client.items.length
  for (;;) {
    const found = client.items.findIndex((item, i) => i >= from && Buffer.isBuffer(item))
    if (found !== -1) return client.times[found]!
    await new Promise((resolve) => client.socket.once('message', resolve))
  }
}

const service = await startBenchService()
const caller = openHttpCaller(service.url)
const client = await connect(`${service.url}/v1/tts/stream-input`, { key: BENCH_KEY })
const rows = []
const medians: number[] = []
const cancels: number[] = []
for (const [name, speakerId] of Object.entries(SPEAKERS)) {
  for (const part of ['sentence', 'clause'] as const) {
    const times = { audio: [] as number[], stream: [] as number[], cancel: [] as number[] }
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const { firstAudioMs, cancelMs } = await speak(client, speakerId, part)
      const answer = await caller.call('/stream', { speaker_id: speakerId, text: SENTENCE, audio_configs: FORMAT })
      successOf(answer)
      if (round < 0) continue
      times.audio.push(firstAudioMs)
      times.stream.push(answer.firstByteMs)
      times.cancel.push(cancelMs)
    }
    medians.push(percentile(times.audio, 0.5))
    cancels.push(...times.cancel)
    rows.push({
      voice: name,
      part,
      'first audio p50 ms': formatMs(percentile(times.audio, 0.5)),
      'p95 ms': formatMs(percentile(times.audio, 0.95)),
      '/stream p50 ms': formatMs(percentile(times.stream, 0.5)),
      '/stream p95 ms': formatMs(percentile(times.stream, 0.95)),
      'cancel p95 ms': formatMs(percentile(times.cancel, 0.95)),
    })
  }
}
console.log(`From the message that completes a part to its first audio, ${ROUNDS} rounds\n`)
printTable(rows)
printGoal(`first audio within ${GOAL_MS} ms at p50, each voice and part`, Math.max(...medians) <= GOAL_MS)
printGoal(`cancelled within ${CANCEL_GOAL_MS} ms at p95`, percentile(cancels, 0.95) <= CANCEL_GOAL_MS)
await client.end()
caller.close()
await service.stop()
