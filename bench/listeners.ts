/**
 * What listeners hear while others listen: first audio, gaps (underruns) and refused requests, with two threads and the neural voice. The
 * rival in the same run is the same service with first come, first served, which accepts everybody. Clients are in this process, on the
 * same machine. Each speech takes ten seconds.
 *   paced    listeners that come at random and read as fast as they play
 *   at-once  400 at the same moment, then a stream and a clip of another account
 *   slow     paced listeners beside 200 that read a byte a second
 *   bulk     streams one after another, alone and beside a bulk of clips; and the bulk alone
 *
 *   npm run bench -- listeners [paced] [at-once] [slow] [bulk] [--seconds 15] [--listeners 10,30,60,100] [--many 400] [--clips 200]
 */
import { parseArgs } from 'node:util'
import { BENCH_KEY, type BenchService, startBenchService } from './support/bench-service.ts'
import { LONG_TEXT } from './support/bench-text.ts'
import type { Heard } from './support/listener.ts'
import {
  finishClips,
  playAtOnce,
  playBesideBulk,
  playBesideSlow,
  playPaced,
  type Scene,
} from './support/listener-scenes.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '15' },
    listeners: { type: 'string', default: '10,30,60,100' },
    many: { type: 'string', default: '400' },
    clips: { type: 'string', default: '200' },
  },
})
const seconds = Number(values.seconds)
const many = Number(values.many)
const clips = Number(values.clips)
const isWanted = (scene: string): boolean => positionals.length === 0 || positionals.includes(scene)

const FIRST_AUDIO_MS = 150
const ADDED_MS = 30

const preload = new URL('./support/first-come-first-served.ts', import.meta.url).href
const ORDERS = { 'earliest deadline': {}, 'first come': { NODE_OPTIONS: `--import=${preload}` } }

/** Plays a scene once for each order; returns what was heard with deadlines. */
async function compare(
  name: string,
  play: (service: BenchService) => Promise<Scene>,
  rows: TableRow[],
): Promise<readonly Heard[]> {
  const heard: Record<string, readonly Heard[]> = {}
  for (const [order, settings] of Object.entries(ORDERS)) {
    const service = await startBenchService(settings)
    const scene = await play(service)
    await service.stop()
    heard[order] = scene.heard
    rows.push(describe(name, order, scene))
  }
  return heard['earliest deadline']!
}

function describe(name: string, order: string, { heard, extras = {} }: Scene): TableRow {
  const served = heard.filter(({ status }) => status === 200)
  const refused = heard.filter(({ status }) => status === 503)
  const times = served.map(({ firstAudioMs }) => firstAudioMs)
  const answered = refused.map(({ answeredMs }) => answeredMs)
  return {
    listeners: name,
    order,
    streams: served.length,
    'first audio p50 ms': formatMs(percentile(times, 0.5)),
    p95: formatMs(percentile(times, 0.95)),
    p99: formatMs(percentile(times, 0.99)),
    underruns: served.reduce((sum, one) => sum + one.underruns, 0),
    refused: refused.length,
    'refused within ms, p99': refused.length === 0 ? '' : formatMs(percentile(answered, 0.99)),
    ...extras,
  }
}

const served = (heard: readonly Heard[]) => heard.filter(({ status }) => status === 200)
const first = (heard: readonly Heard[], share: number) =>
  percentile(
    served(heard).map(({ firstAudioMs }) => firstAudioMs),
    share,
  )
const keepsPromises = (heard: readonly Heard[]): boolean =>
  first(heard, 0.99) <= FIRST_AUDIO_MS && served(heard).every(({ underruns }) => underruns === 0)

/** Prints the table of a scene and its goal. */
function report(title: string, rows: readonly TableRow[], goal: readonly [text: string, isMet: boolean]): void {
  console.log(`\n${title}\n`)
  printTable(rows)
  printGoal(...goal)
}

if (isWanted('paced')) {
  const rows: TableRow[] = []
  let isMet = true
  for (const listeners of values.listeners.split(',').map(Number)) {
    const heard = await compare(`${listeners}`, (service) => playPaced(service, { listeners, seconds }), rows)
    isMet &&= keepsPromises(heard)
  }
  report(`Listeners at playback pace: new ones for ${seconds} s in each row`, rows, [
    `first audio within ${FIRST_AUDIO_MS} ms at p99, and no underrun`,
    isMet,
  ])
}

if (isWanted('at-once')) {
  const rows: TableRow[] = []
  const heard = await compare(`${many} at once`, (service) => playAtOnce(service, { listeners: many }), rows)
  const others = heard.filter(({ status }) => status !== 200)
  const areRefused = others.every(({ status, retryAfter }) => status === 503 && retryAfter !== undefined)
  report(`${many} at once, then another account`, rows, [
    `no underrun for those accepted, 503 with Retry-After for the others`,
    areRefused && served(heard).every(({ underruns }) => underruns === 0),
  ])
}

if (isWanted('slow')) {
  const rows: TableRow[] = []
  const listeners = 30
  const alone = await compare('30', (service) => playPaced(service, { listeners, seconds }), rows)
  const beside = await compare(
    '30 beside 200 slow readers',
    (service) => playBesideSlow(service, { listeners, seconds, slow: 200 }),
    rows,
  )
  report('Readers of a byte a second', rows, [
    `at most ${ADDED_MS} ms more to first audio at p99, nobody refused, no underrun`,
    first(beside, 0.99) <= first(alone, 0.99) + ADDED_MS &&
      beside.every(({ status, underruns }) => status === 200 && underruns === 0),
  ])
}

if (isWanted('bulk')) {
  const rows: TableRow[] = []
  const alone = await compare('1 after another', (service) => playBesideBulk(service, { clips: 0 }), rows)
  const beside = await compare(`beside ${clips} clips`, (service) => playBesideBulk(service, { clips }), rows)
  const service = await startBenchService()
  const texts = Array.from({ length: clips }, (_, i) => `${i}. ${LONG_TEXT[i % LONG_TEXT.length]}`)
  console.log(`\nThe bulk alone takes ${(await finishClips(service, { key: BENCH_KEY, texts })).toFixed(1)} s.`)
  await service.stop()
  report('Streams beside a bulk of clips', rows, [
    `at most ${ADDED_MS} ms more to first audio at p99`,
    first(beside, 0.99) <= first(alone, 0.99) + ADDED_MS,
  ])
}
