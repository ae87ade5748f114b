/**
 * How long a caller of POST /stream that leaves keeps an engine thread. The service has one. A caller asks for a long text
 * and leaves at a random moment; the next asks for a word at once. How much later that one hears something than one who
 * comes to an idle service is what the first left behind.
 *   npm run bench -- leaving [rounds]
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 30)
const WARM_UP = 3
const GOAL_MS = 200
/** The first caller leaves after at most this long. */
const LONGEST_STAY_MS = 600
/** What the first caller gets before it leaves is not read, so that most of the text is still to be spoken. */
const TEXT = `${SENTENCE} `.repeat(20)

/** Avatars and texts; a tag makes the engine speak a segment more than once, or has it shaped afterwards. */
const CASES: readonly (readonly [name: string, speakerId: number, text: string])[] = [
  ['rms', SPEAKERS.rms, TEXT],
  ['rms, tempo 1.9', SPEAKERS.rms, `<tempo value="1.9">${TEXT}</tempo>`],
  ['slt, pitch 30', SPEAKERS.slt, `<pitch value="30">${TEXT}</pitch>`],
  ['kal16', SPEAKERS.kal16, TEXT],
  ['ember', SPEAKERS.ember, TEXT],
  ['ember, shaped', 4, TEXT],
]

const service = await startBenchService({ RENDER_THREADS: '1', MAX_TEXT_LENGTH: '100000' })
const { hostname, port } = new URL(service.url)

/** Asks for a stream, waits and hangs up. */
async function askAndLeave(speakerId: number, text: string): Promise<void> {
  const body = JSON.stringify({ speaker_id: speakerId, text })
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(
    `POST /v1/tts/stream HTTP/1.1\r\nHost: bench\r\nX-Api-Key: ${BENCH_KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await sleep(Math.random() * LONGEST_STAY_MS)
  socket.destroy()
}

const caller = openHttpCaller(service.url)
const rows = []
let worst = 0
for (const [name, speakerId, text] of CASES) {
  const askWord = async (): Promise<number> => {
    const answer = await caller.call('/stream', { speaker_id: speakerId, text: 'Hi.' })
    successOf(answer)
    return answer.firstByteMs
  }
  const times = { alone: [] as number[], after: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const alone = await askWord()
    await askAndLeave(speakerId, text)
    const after = await askWord()
    if (round < 0) continue
    times.alone.push(alone)
    times.after.push(after)
  }
  const alone = percentile(times.alone, 0.5)
  const [half, most, longest] = [0.5, 0.95, 1].map((share) => percentile(times.after, share) - alone)
  worst = Math.max(worst, most!)
  rows.push({
    voice: name,
    'first byte of a word, idle service, p50 ms': formatMs(alone),
    'later after a caller who left, p50 ms': formatMs(half!),
    'p95 ms': formatMs(most!),
    'longest ms': formatMs(longest!),
  })
}
console.log(`A caller leaves after up to ${LONGEST_STAY_MS} ms, ${ROUNDS} rounds, one engine thread\n`)
printTable(rows)
printGoal(`the thread is free after at most ${GOAL_MS} ms at p95`, worst <= GOAL_MS)
caller.close()
await service.stop()
