/**
 * What listeners hear while others listen: they come at random (Poisson), each asks for ten seconds of speech and reads it as
 * fast as it plays. First audio, how often somebody ran out of sound, and who was refused; beside it the same service that serves
 * first come, first served. Both have two threads and the neural voice. The listeners are in this process, on the same machine.
 *   npm run bench -- listeners [seconds per measurement] [listeners ...]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_KEY, startBenchService } from './support/bench-service.ts'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { type Heard, listen } from './support/listener.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const SECONDS = Number(process.argv[2] ?? 15)
const LISTENERS = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10, 30, 60, 100]
const BYTES_PER_SECOND = 2 * 22_050
const GOAL_MS = 150

const ORDERS = {
  'earliest deadline': {},
  'first come': {
    NODE_OPTIONS: `--import=${new URL('./support/first-come-first-served.ts', import.meta.url).href}`,
    LISTENERS_PER_THREAD: '1000000',
  },
}

/** Listeners that come at random, so many at the same time on average once the first have ended. */
async function measure(url: string, listeners: number, speechSeconds: number): Promise<readonly Heard[]> {
  const speech = { url, key: BENCH_KEY, speakerId: SPEAKERS.ember, text: SENTENCE, bytesPerSecond: BYTES_PER_SECOND }
  const heard: Promise<Heard>[] = []
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end) {
    heard.push(listen(speech))
    await sleep((-Math.log(1 - Math.random()) * speechSeconds * 1000) / listeners)
  }
  return await Promise.all(heard)
}

const rows = []
let isMet = true
for (const listeners of LISTENERS) {
  for (const [order, settings] of Object.entries(ORDERS)) {
    const service = await startBenchService(settings)
    const body = JSON.stringify({ speaker_id: SPEAKERS.ember, text: SENTENCE, audio_configs: { file_format: 'pcm' } })
    const whole = await fetch(`${service.url}/v1/tts/stream`, {
      method: 'POST',
      headers: { 'x-api-key': BENCH_KEY },
      body,
    })
    const speechSeconds = (await whole.bytes()).length / BYTES_PER_SECOND
    const all = await measure(service.url, listeners, speechSeconds)
    await service.stop()
    const served = all.filter(({ status }) => status === 200)
    const times = served.map(({ firstAudioMs }) => firstAudioMs)
    const underruns = served.reduce((sum, one) => sum + one.underruns, 0)
    if (order === 'earliest deadline') isMet &&= underruns === 0 && percentile(times, 0.99) <= GOAL_MS
    rows.push({
      listeners,
      order,
      streams: served.length,
      'first audio p50 ms': formatMs(percentile(times, 0.5)),
      p95: formatMs(percentile(times, 0.95)),
      p99: formatMs(percentile(times, 0.99)),
      underruns,
      refused: all.length - served.length,
    })
  }
}
console.log(`Speech of ten seconds, new listeners for ${SECONDS} s in each row\n`)
printTable(rows)
printGoal(`first audio within ${GOAL_MS} ms at p99, and no underrun`, isMet)
