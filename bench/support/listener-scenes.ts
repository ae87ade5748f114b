import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_KEY, type BenchService } from './bench-service.ts'
import { LONG_TEXT, SENTENCE, SPEAKERS } from './bench-text.ts'
import { type Heard, listen, type Speech, trickle } from './listener.ts'
import { createOtherAccount } from './other-account.ts'

/** Milliseconds. */
export type Scene = { readonly heard: readonly Heard[]; readonly extras?: Readonly<Record<string, string | number>> }

const SETTLE_MS = 15_000
const BYTES_PER_SECOND = 2 * 22_050

function speechFrom({ url }: BenchService, key: string = BENCH_KEY): Speech {
  return { url, key, speakerId: SPEAKERS.ember, text: SENTENCE, bytesPerSecond: BYTES_PER_SECOND }
}

/** The length of the sentence; the engines have spoken, so that what speech costs is known. */
async function warmUp(service: BenchService): Promise<number> {
  const body = JSON.stringify({ speaker_id: SPEAKERS.ember, text: SENTENCE, audio_configs: { file_format: 'pcm' } })
  const options = { method: 'POST', headers: { 'x-api-key': BENCH_KEY }, body }
  let seconds = 0
  for (let i = 0; i < 3; i++) {
    const whole = await fetch(`${service.url}/v1/tts/stream`, options)
    seconds = (await whole.bytes()).length / BYTES_PER_SECOND
  }
  return seconds
}

/** Listeners that come at random (Poisson) for a while, so many at the same time on average once the first have ended. */
export async function playPaced(
  service: BenchService,
  { listeners, seconds }: { readonly listeners: number; readonly seconds: number },
): Promise<Scene> {
  const speechSeconds = await warmUp(service)
  const heard: Promise<Heard>[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    heard.push(listen(speechFrom(service)))
    await sleep((-Math.log(1 - Math.random()) * speechSeconds * 1000) / listeners)
  }
  return { heard: await Promise.all(heard) }
}

/** Many at once, and a stream and a clip of another account just after them. */
export async function playAtOnce(service: BenchService, { listeners }: { readonly listeners: number }): Promise<Scene> {
  await warmUp(service)
  const other = await createOtherAccount(service.dataDirectory)
  const heard = Array.from({ length: listeners }, () => listen(speechFrom(service)))
  await sleep(20)
  const clip = finishClips(service, { key: other, texts: [SENTENCE] })
  const stream = await listen(speechFrom(service, other))
  const extras = {
    'other account: first audio ms':
      stream.status === 200 ? stream.firstAudioMs.toFixed(0) : `refused: ${stream.status}`,
    'its clip ms': ((await clip) * 1000).toFixed(0),
  }
  return { heard: await Promise.all(heard), extras }
}

/** Paced listeners while others read a byte a second. */
export async function playBesideSlow(
  service: BenchService,
  options: { readonly listeners: number; readonly slow: number; readonly seconds: number },
): Promise<Scene> {
  await warmUp(service)
  const leaving = new AbortController()
  const slow = Array.from({ length: options.slow }, async (_, i) => {
    await sleep(25 * i)
    await trickle(speechFrom(service), leaving.signal)
  })
  await Promise.all(slow)
  // The system takes the beginning of each stream as fast as it is made, before it notices that nobody reads.
  await sleep(SETTLE_MS)
  const scene = await playPaced(service, options)
  leaving.abort()
  return scene
}

/** One stream after another while clips are rendered. */
export async function playBesideBulk(service: BenchService, { clips }: { readonly clips: number }): Promise<Scene> {
  await warmUp(service)
  const texts = Array.from({ length: clips }, (_, i) => `${i}. ${LONG_TEXT[i % LONG_TEXT.length]}`)
  const heard: Heard[] = []
  let isDone = clips === 0
  const bulk = finishClips(service, { key: BENCH_KEY, texts }).finally(() => {
    isDone = true
  })
  do heard.push(await listen(speechFrom(service)))
  while (!isDone || (clips === 0 && heard.length < 5))
  return { heard, extras: { 'bulk s': clips === 0 ? '' : (await bulk).toFixed(1) } }
}

/** Seconds until clips of these texts are COMPLETE. */
export async function finishClips(
  { url }: BenchService,
  { key, texts }: { readonly key: string; readonly texts: readonly string[] },
): Promise<number> {
  const began = performance.now()
  const call = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'x-api-key': key }
    const options = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${url}/v1/tts${path}`, options)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const waiting: string[] = []
  for (let i = 0; i < texts.length; i += 100) {
    const bodies = texts.slice(i, i + 100).map((text) => ({ speaker_id: SPEAKERS.ember, text }))
    const answer = await call('/clips', bodies.length === 1 ? bodies[0] : bodies)
    waiting.push(...((answer.clip_ids as string[] | undefined) ?? [answer.clip_id as string]))
  }
  while (waiting.length > 0) {
    const { status } = await call(`/clips/${waiting[0]}`)
    if (status === 'PROCESSING') await sleep(20)
    else waiting.shift()
  }
  return (performance.now() - began) / 1000
}
