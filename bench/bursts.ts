/**
 * Callers that come at the same moment and never ask again: how many are served, when they hear their first sound, and whether those who
 * already listened hear a gap. What is possible is measured in the same run: streams a second of 8 callers that ask again at once, times
 * the patience. The rival is the same service without patience, which refuses whoever cannot begin at once. All texts differ, and all
 * callers read as fast as they can. Then one account opens 150 long streams, or 115 that read 1 kB a second, and another asks 60 times for
 * a short sentence.
 *   npm run bench -- bursts [callers at once ...]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_KEY, type BenchService, startBenchService } from './support/bench-service.ts'
import { LONG_TEXT, SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { type Heard, listen, type Speech, trickle } from './support/listener.ts'
import { createOtherAccount } from './support/other-account.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const given = process.argv.slice(2).map(Number)
const BURSTS = given.length > 0 ? given : [20, 50, 100, 400]
const PATIENCE_SECONDS = 10
const CLOSED_LOOP_SECONDS = 10
const RUNNING = 8
const BYTES_PER_SECOND = 2 * 22_050
const SETTLE_MS = 20_000

let texts = 0
const speech = ({ url }: BenchService, options: Partial<Speech> = {}): Speech => ({
  url,
  key: BENCH_KEY,
  speakerId: SPEAKERS.ember,
  text: `Number ${++texts}. ${SENTENCE}`,
  bytesPerSecond: BYTES_PER_SECOND,
  isEager: true,
  ...options,
})

/** Streams a second of 8 callers that ask again as soon as they have heard all. */
async function capacity(service: BenchService): Promise<number> {
  let streams = 0
  const end = performance.now() + CLOSED_LOOP_SECONDS * 1000
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      await listen(speech(service))
      if (performance.now() < end) streams += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  return streams / CLOSED_LOOP_SECONDS
}

const isServed = ({ status }: Heard): boolean => status === 200
const firsts = (heard: readonly Heard[], share: number): number =>
  percentile(
    heard.filter(isServed).map(({ firstAudioMs }) => firstAudioMs),
    share,
  )
const gaps = (heard: readonly Heard[]): number => heard.reduce((sum, { underruns }) => sum + underruns, 0)

const rows: TableRow[] = []
const goals: [text: string, isMet: boolean][] = []

for (const [name, settings] of Object.entries({
  'waits in line': { STREAM_PATIENCE_SECONDS: String(PATIENCE_SECONDS) },
  'refused at once': { STREAM_PATIENCE_SECONDS: '0' },
})) {
  const service = await startBenchService(settings)
  const possible = (await capacity(service)) * PATIENCE_SECONDS
  for (const many of BURSTS) {
    const text = `Number ${++texts}. ${LONG_TEXT.slice(0, 5).join(' ')}`
    const running = Array.from({ length: RUNNING }, () => listen(speech(service, { text, isEager: false })))
    await sleep(3000)
    const heard = await Promise.all(Array.from({ length: many }, () => listen(speech(service))))
    const others = await Promise.all(running)
    const served = heard.filter(isServed).length
    const retries = heard.filter(({ status }) => status === 503).map(({ retryAfter }) => Number(retryAfter))
    const share = served / Math.min(many, possible)
    rows.push({
      'at once': many,
      callers: name,
      served,
      'of those possible': `${(100 * share).toFixed(0)} %`,
      'first audio p50 ms': formatMs(firsts(heard, 0.5)),
      p99: formatMs(firsts(heard, 0.99)),
      'their gaps': gaps(heard),
      'gaps of those who listened': gaps(others),
      'Retry-After': retries.length === 0 ? '' : `${Math.min(...retries)} to ${Math.max(...retries)} s`,
    })
    const least = many <= 50 ? 1 : 0.85
    if (name === 'waits in line')
      goals.push([
        `${many} at once: ${least === 1 ? 'all' : 'at least 85 % of those possible'} served, no gap for those who listened`,
        (least === 1 ? served === many : share >= least) && gaps(others) === 0,
      ])
    await sleep(1000)
  }
  console.log(`${name}: ${(possible / PATIENCE_SECONDS).toFixed(1)} streams a second in a closed loop`)
  await service.stop()
}

/** One account takes what it can; another asks for a short sentence, again and again. */
async function besideOne(title: string, take: (service: BenchService, signal: AbortSignal) => void): Promise<void> {
  const service = await startBenchService()
  const key = await createOtherAccount(service.dataDirectory)
  const leaving = new AbortController()
  take(service, leaving.signal)
  await sleep(SETTLE_MS)
  const heard: Heard[] = []
  for (let i = 0; i < 60; i++) {
    heard.push(await listen(speech(service, { key, text: `This is short sentence ${i}.` })))
    await sleep(250)
  }
  leaving.abort()
  const p99 = firsts(heard, 0.99)
  fairRows.push({
    'another account has': title,
    asked: heard.length,
    served: heard.filter(isServed).length,
    'first audio p50 ms': formatMs(firsts(heard, 0.5)),
    p99: formatMs(p99),
  })
  goals.push([`beside ${title}: none refused, first audio within 1 s at p99`, heard.every(isServed) && p99 < 1000])
  await service.stop()
}

const fairRows: TableRow[] = []
await besideOne('150 long streams', (service, signal) => {
  const hog = async (wave: number): Promise<void> => {
    await sleep(2000 * wave)
    const text = `Number ${++texts}. ${LONG_TEXT.join(' ')}`
    while (!signal.aborted) await listen(speech(service, { text })).catch(() => {})
  }
  for (let i = 0; i < 150; i++) void hog(Math.floor(i / 20))
})
await besideOne('115 readers of 1 kB a second', (service, signal) => {
  for (let i = 0; i < 115; i++) trickle(speech(service, { text: LONG_TEXT.join(' ') }), signal, 1000).catch(() => {})
})

console.log('')
printTable(rows)
console.log('')
printTable(fairRows)
console.log('')
for (const goal of goals) printGoal(...goal)
if (goals.some(([, isMet]) => !isMet)) process.exitCode = 1
