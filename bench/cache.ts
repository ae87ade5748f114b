/**
 * What the segment cache saves, and what it costs: a text of about 1,000 characters that was said before, the same with
 * one sentence changed, and one never said, beside the same service with the cache off. Each answer is compared with
 * the other service's, byte by byte.
 *   npm run bench -- cache [rounds]
 */
import { readLookups } from '../test/support/read-metrics.ts'
import { type BenchService, startBenchService } from './support/bench-service.ts'
import { LONG_TEXT, SPEAKERS } from './support/bench-text.ts'
import { type HttpCaller, openHttpCaller, successOf } from './support/http-caller.ts'
import { formatMs, formatRatio, percentile } from './support/percentile.ts'
import { printGoal, printTable } from './support/print-table.ts'

const ROUNDS = Number(process.argv[2] ?? 15)
const VOICES = ['ember', 'rms'] as const
const GOAL_FIRST_AUDIO_MS = 15
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The text of a round: the sentences as they are, one changed, or all. No round has that of another. */
const TEXTS: Readonly<Record<string, (round: number) => string>> = {
  'said before': () => LONG_TEXT.join(' '),
  'one sentence changed': (round) => {
    const place = 1 + (round % (LONG_TEXT.length - 2))
    return LONG_TEXT.toSpliced(place, 1, `A stranger said number ${spell(round)} with a low voice.`).join(' ')
  },
  'never said': (round) => LONG_TEXT.map((sentence) => `${spell(round)} ${sentence}`).join(' '),
}

function spell(round: number): string {
  return Array.from(String(round), (digit) => NUMBERS[Number(digit)]).join(' ')
}

type Side = { readonly service: BenchService; readonly caller: HttpCaller }
type Times = { readonly firstMs: number[]; readonly totalMs: number[] }

async function startSide(megabytes: string): Promise<Side> {
  const service = await startBenchService({ SEGMENT_CACHE_MB: megabytes, MAX_TEXT_LENGTH: '2000' })
  return { service, caller: openHttpCaller(service.url) }
}

async function say({ caller }: Side, body: object, times: Times): Promise<Buffer> {
  const answer = await caller.call('/stream', body)
  times.firstMs.push(answer.firstByteMs)
  times.totalMs.push(answer.totalMs)
  return successOf(answer)
}

const off = await startSide('0')
const on = await startSide('512')
let changed = 0

async function measure(voice: (typeof VOICES)[number], what: string) {
  const times = { off: { firstMs: [], totalMs: [] } as Times, on: { firstMs: [], totalMs: [] } as Times }
  const before = await readLookups(on.service)
  for (let round = 0; round < ROUNDS; round++) {
    const body = { speaker_id: SPEAKERS[voice], text: TEXTS[what]!(round) }
    // One after the other, so that each has the machine to itself.
    const fresh = await say(off, body, times.off)
    const cached = await say(on, body, times.on)
    if (!fresh.equals(cached)) changed++
  }
  const after = await readLookups(on.service)
  const half = (values: readonly number[]): number => percentile(values, 0.5)
  return {
    firstMs: half(times.on.firstMs),
    row: {
      voice,
      text: what,
      'segments spoken': ((after.misses - before.misses) / ROUNDS).toFixed(1),
      'from the cache': ((after.hits - before.hits) / ROUNDS).toFixed(1),
      'first audio off ms': formatMs(half(times.off.firstMs)),
      'on ms': formatMs(half(times.on.firstMs)),
      'p95 on ms': formatMs(percentile(times.on.firstMs, 0.95)),
      'on / off': formatRatio(half(times.on.firstMs), half(times.off.firstMs)),
      'whole off ms': formatMs(half(times.off.totalMs)),
      'whole on ms': formatMs(half(times.on.totalMs)),
      'whole on / off': formatRatio(half(times.on.totalMs), half(times.off.totalMs)),
    },
  }
}

async function run(): Promise<void> {
  const results = []
  for (const voice of VOICES) {
    const warm = { firstMs: [], totalMs: [] }
    for (const side of [off, on, on])
      await say(side, { speaker_id: SPEAKERS[voice], text: TEXTS['said before']!(0) }, warm)
    for (const what of Object.keys(TEXTS)) results.push({ what, ...(await measure(voice, what)) })
  }
  console.log(`A text of ${LONG_TEXT.join(' ').length} characters as MP3, medians of ${ROUNDS} rounds\n`)
  printTable(results.map(({ row }) => row))
  const slowest = Math.max(...results.filter(({ what }) => what === 'said before').map(({ firstMs }) => firstMs))
  printGoal(
    `first audio of what was said before within ${GOAL_FIRST_AUDIO_MS} ms at p50`,
    slowest <= GOAL_FIRST_AUDIO_MS,
  )
  if (changed > 0) throw new Error(`${changed} answers with the cache differ from those without`)
}

try {
  await run()
} finally {
  // Also after an error: a service that runs on would keep this process alive.
  for (const { caller, service } of [off, on]) {
    caller.close()
    await service.stop()
  }
}
