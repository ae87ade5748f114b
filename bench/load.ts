/**
 * A service under load, scene by scene, on both storages: steady arrivals, bursts, twice what it can, slow readers, and a soak at 70 % with a process killed every minute while clips are accepted. Listeners play what they hear, so
 * gaps count. The rival of each scene is the same service with one listener at a time. The exit code is 1 if a clip was lost, or an answer was anything but speech, 429 or 503.
 *   npm run bench -- load [--seconds 15] [--soak 60] [--kill-every 20] [--storage embedded|distributed] [--plots FOLDER] [--short]
 *   `npm run check:long` lets the soak last an hour. `--short` takes short sentences and fewer listeners, and `npm run check` runs it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SENTENCE, SPEAKERS } from './support/bench-text.ts'
import { drawPlot, type Series } from './support/draw-plot.ts'
import { listen, trickle } from './support/listener.ts'
import { type LoadService, type StorageKind, startLoadService } from './support/load-service.ts'
import { formatMs, percentile } from './support/percentile.ts'
import { printTable, type TableRow } from './support/print-table.ts'
import { readProcessFigures } from './support/process-figures.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    soak: { type: 'string' },
    'kill-every': { type: 'string' },
    storage: { type: 'string' },
    plots: { type: 'string' },
  },
})
const SCENES = values.short
  ? { seconds: 2, soak: 12, killEvery: 4, alone: 1, bursts: [60], slowReaders: 5, text: 'The ferry leaves at seven.' }
  : { seconds: 15, soak: 60, killEvery: 20, alone: 5, bursts: [5, 50, 100, 400], slowReaders: 50, text: SENTENCE }
const SECONDS = Number(values.seconds ?? SCENES.seconds)
const SOAK_SECONDS = Number(values.soak ?? SCENES.soak)
const KILL_EVERY_SECONDS = Number(values['kill-every'] ?? SCENES.killEvery)
const STORAGES = values.storage === undefined ? (['embedded', 'distributed'] as const) : [values.storage as StorageKind]
const SLOW_BYTES = 1024
/** After so many seconds, slow readers that are still refused count as outside. */
const SLOW_SECONDS = 60
const BYTES_PER_SECOND = 2 * 22_050
const CLOSED_LOOP = { callers: 8, seconds: Math.min(8, SECONDS) }
/** More are no longer told apart in a plot. */
const MOST_POINTS = 500
/** A clip for so many listeners of the soak. */
const LISTENERS_A_CLIP = 4
/** Without a clip that ends for so long, those that are left are lost. */
const SETTLE_SECONDS = 90

type Arrival = {
  /** Seconds since the scene began. */
  readonly at: number
  readonly status: number
  readonly firstMs: number
  readonly gaps: number
}

let texts = 0
const speechOf = ({ url, key }: LoadService) => ({
  url,
  key,
  speakerId: SPEAKERS.ember,
  text: `Number ${++texts}. ${SCENES.text}`,
  bytesPerSecond: BYTES_PER_SECOND,
})

/** A listener that comes now. 0 is the status of one whose connection broke off. */
async function arrive(service: LoadService, began: number): Promise<Arrival> {
  const at = (performance.now() - began) / 1000
  try {
    const { status, firstAudioMs, underruns } = await listen(speechOf(service))
    return { at, status, firstMs: firstAudioMs, gaps: underruns }
  } catch {
    return { at, status: 0, firstMs: Number.NaN, gaps: 0 }
  }
}

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(): () => number {
  let state = 20_261_128
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Listeners that come independently of one another, so many a second on average. */
async function openLoop(service: LoadService, { rate, seconds }: { rate: number; seconds: number }) {
  const random = createRandom()
  const arrivals: Promise<Arrival>[] = []
  const began = performance.now()
  for (let due = 0; due < 1000 * seconds; due += (-Math.log(1 - random()) * 1000) / rate) {
    await sleep(Math.max(0, began + due - performance.now()))
    arrivals.push(arrive(service, began))
  }
  return await Promise.all(arrivals)
}

/** Streams a second of callers that ask again as soon as they have heard all. */
async function measureCapacity(service: LoadService): Promise<number> {
  let streams = 0
  const until = performance.now() + 1000 * CLOSED_LOOP.seconds
  const ask = async (): Promise<void> => {
    while (performance.now() < until) {
      await listen({ ...speechOf(service), isEager: true })
      if (performance.now() < until) streams += 1
    }
  }
  await Promise.all(Array.from({ length: CLOSED_LOOP.callers }, ask))
  return streams / CLOSED_LOOP.seconds
}

/** Sends a clip, and returns its id. Throws if it is not accepted. */
async function sendClip({ url, key }: LoadService): Promise<string> {
  const body = JSON.stringify({ speaker_id: SPEAKERS.ember, text: `Clip ${++texts}. ${SCENES.text}` })
  const response = await fetch(`${url}/v1/tts/clips`, { method: 'POST', headers: { 'x-api-key': key }, body })
  if (!response.ok) throw new Error(`POST /clips answered ${response.status}`)
  return ((await response.json()) as { readonly clip_id: string }).clip_id
}

type Soak = {
  readonly arrivals: readonly Arrival[]
  readonly clips: number
  readonly lost: number
  readonly kills: number
}

/** 70 % of what the service can, clips beside it, and a process killed again and again. Every clip whose id was answered must be COMPLETE in the end. */
async function soak(service: LoadService, rate: number): Promise<Soak> {
  const accepted: string[] = []
  let kills = 0
  let isOver = false
  const killing = (async () => {
    for (;;) {
      for (let i = 0; i < KILL_EVERY_SECONDS && !isOver; i++) await sleep(1000)
      if (isOver) return
      await service.kill()
      kills += 1
    }
  })()
  const sending = (async () => {
    while (!isOver) {
      await sendClip(service)
        .then((id) => accepted.push(id))
        .catch(() => {})
      await sleep((1000 * LISTENERS_A_CLIP) / rate)
    }
  })()
  // On a slow machine, the last caller may be served before the first kill.
  const [arrivals] = await Promise.all([openLoop(service, { rate, seconds: SOAK_SECONDS }), sleep(1000 * SOAK_SECONDS)])
  isOver = true
  await Promise.all([killing, sending])
  const lost = await countLost(service, accepted)
  return { arrivals, clips: accepted.length, lost, kills }
}

/** The status of a clip: GONE if the service does not know it, and PROCESSING while it cannot say. */
async function statusOf({ url, key }: LoadService, id: string): Promise<string> {
  try {
    const response = await fetch(`${url}/v1/tts/clips/${id}`, { headers: { 'x-api-key': key } })
    if (response.status === 404) return 'GONE'
    return response.ok ? ((await response.json()) as { readonly status: string }).status : 'PROCESSING'
  } catch {
    return 'PROCESSING'
  }
}

/** Waits for clips as long as some of them end. */
async function countLost(service: LoadService, ids: readonly string[]): Promise<number> {
  const waiting = new Set(ids)
  let lost = 0
  for (let quietSeconds = 0; waiting.size > 0 && quietSeconds < SETTLE_SECONDS; quietSeconds++) {
    for (const id of waiting) {
      const status = await statusOf(service, id)
      if (status === 'PROCESSING') continue
      waiting.delete(id)
      quietSeconds = 0
      if (status !== 'COMPLETE') lost += 1
    }
    await sleep(1000)
  }
  return lost + waiting.size
}

const rows: TableRow[] = []
let isClean = true

function report(storage: StorageKind, scene: string, arrivals: readonly Arrival[], more: TableRow = {}): void {
  const served = arrivals.filter(({ status }) => status === 200)
  const refused = arrivals.filter(({ status }) => status === 503 || status === 429).length
  const broken = arrivals.filter(({ status }) => status === 0).length
  const others = arrivals.length - served.length - refused - broken
  const first = served.map(({ firstMs }) => firstMs)
  isClean &&= others === 0 && (broken === 0 || scene.startsWith('soak'))
  rows.push({
    storage,
    scene,
    listeners: arrivals.length,
    served: served.length,
    refused,
    'broken off': broken,
    errors: others,
    'first audio p50': formatMs(percentile(first, 0.5)),
    p95: formatMs(percentile(first, 0.95)),
    p99: formatMs(percentile(first, 0.99)),
    gaps: served.reduce((sum, { gaps }) => sum + gaps, 0),
    clips: '',
    lost: '',
    MB: '',
    ...more,
  })
  if (values.plots === undefined) return
  mkdirSync(values.plots, { recursive: true })
  const title = `${scene}, ${storage}: first audio`
  const name = `${storage}-${scene.replaceAll(/[^a-z0-9]+/g, '-')}.svg`
  writeFileSync(
    join(values.plots, name),
    drawPlot({ title, x: 's since the scene began', y: 'ms', series: plotArrivals(served) }),
  )
}

/** Each listener as a point. Many are summed up minute by minute. */
function plotArrivals(served: readonly Arrival[]): readonly Series[] {
  if (served.length <= MOST_POINTS)
    return [{ name: 'served', points: served.map(({ at, firstMs }) => [at, firstMs] as const) }]
  const minutes = Map.groupBy(served, ({ at }) => Math.floor(at / 60))
  return (
    [
      ['median', 0.5],
      ['p95', 0.95],
      ['longest', 1],
    ] as const
  ).map(([name, share]) => ({
    name,
    points: [...minutes].map(([minute, arrivals]) => [
      60 * minute + 30,
      percentile(
        arrivals.map(({ firstMs }) => firstMs),
        share,
      ),
    ]),
  }))
}

for (const storage of STORAGES) {
  const service = await startLoadService(storage)
  const alone: Arrival[] = []
  for (let i = 0; i < SCENES.alone; i++) alone.push(await arrive(service, performance.now()))
  report(storage, 'one at a time', alone)
  const capacity = await measureCapacity(service)
  console.error(`${storage}: ${capacity.toFixed(1)} streams a second`)
  report(storage, 'steady, 50 %', await openLoop(service, { rate: capacity / 2, seconds: SECONDS }))
  for (const count of SCENES.bursts) {
    const began = performance.now()
    report(storage, `burst of ${count}`, await Promise.all(Array.from({ length: count }, () => arrive(service, began))))
  }
  report(storage, 'overload, 200 %', await openLoop(service, { rate: 2 * capacity, seconds: SECONDS }))
  const leave = new AbortController()
  let inside = 0
  const enter = async (): Promise<void> => {
    await trickle(speechOf(service), leave.signal, SLOW_BYTES)
    inside += 1
  }
  const slow = Array.from({ length: SCENES.slowReaders }, () => enter().catch(() => {}))
  await Promise.race([Promise.all(slow), sleep(1000 * SLOW_SECONDS)])
  report(storage, `beside ${inside} slow readers`, await openLoop(service, { rate: capacity / 4, seconds: SECONDS }))
  leave.abort()
  await sleep(2000)
  const { arrivals, clips, lost, kills } = await soak(service, 0.7 * capacity)
  isClean &&= lost === 0
  const megabytes = service.processes().reduce((sum, { child }) => sum + readProcessFigures(child.pid!).megabytes, 0)
  report(storage, `soak, 70 %, ${kills} kills`, arrivals, { clips, lost, MB: megabytes.toFixed(0) })
  await service.close()
}
printTable(rows)
process.exit(isClean ? 0 : 1)
