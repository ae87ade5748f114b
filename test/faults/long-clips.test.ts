import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS, UPSTREAM_SPEAKER } from '../support/upstream-voice.ts'

type Clip = { readonly status: string; readonly url: string; readonly progress: number; readonly audio_seconds: number }

/** More than 32 segments make a clip long. */
const SENTENCES = 36
/** Each segment takes so long, so that the worker can be killed before all are spoken. */
const SPEAKING_MS = 250
/** Segments that are stored before the worker is killed. */
const STORED = 8
const textOf = (name: string) => Array.from({ length: SENTENCES }, (_, i) => `${name} says ${i}.`).join(' ')

let speech: SpeechServer
let folder: string
beforeAll(async () => {
  speech = await startSpeechServer()
  folder = await mkdtemp(join(tmpdir(), 'declaim-long-'))
})
afterAll(async () => {
  await speech.close()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  speech.misbehave.length = 0
})

/** A data directory whose services can speak with the server. */
function dataDirectory(name: string): string {
  const DATA_DIR = join(folder, name)
  installUpstreamVoice(DATA_DIR, speech)
  return DATA_DIR
}

async function call<Body>(server: ServerProcess, path: string, body?: object): Promise<Body> {
  const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}/v1/tts${path}`, init)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Body
}

async function create(server: ServerProcess, text: string): Promise<string> {
  const body = { speaker_id: UPSTREAM_SPEAKER, text, audio_configs: { file_format: 'flac' } }
  return (await call<{ clip_id: string }>(server, '/clips', body)).clip_id
}

async function untilClip(server: ServerProcess, id: string, is: (clip: Clip) => boolean): Promise<Clip> {
  for (;;) {
    const clip = await call<Clip>(server, `/clips/${id}`)
    if (is(clip)) return clip
    await sleep(50)
  }
}

const finished = (server: ServerProcess, id: string) => untilClip(server, id, ({ status }) => status !== 'PROCESSING')
const download = async ({ url }: Clip) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** Lets the server speak slowly until the returned function is called. From then on it holds every request until its caller dies. */
function speakThenHold(): () => void {
  let isHolding = false
  for (let i = 0; i < 2 * SENTENCES; i += 1)
    speech.misbehave.push((_, speak) => {
      if (!isHolding) setTimeout(speak, SPEAKING_MS)
    })
  return () => {
    isHolding = true
  }
}

type Death = {
  readonly clip: Clip
  /** Segments that were asked for twice, and those that were not stored when the worker died. */
  readonly spokenAgain: number
  readonly unstored: number
}

type Workers = { readonly kill: () => Promise<void>; readonly start: () => Promise<void> }

/** Renders a text, kills the worker in the middle, and lets another go on. */
async function dieInTheMiddle(name: string, api: () => ServerProcess, { kill, start }: Workers): Promise<Death> {
  const before = speech.calls.length
  const hold = speakThenHold()
  const id = await create(api(), textOf(name))
  // What `progress` counts is stored.
  const { progress } = await untilClip(api(), id, (clip) => clip.progress >= STORED / (SENTENCES + 1))
  hold()
  await kill()
  const unstored = speech.calls.length - before - Math.floor(progress * (SENTENCES + 1))
  speech.misbehave.length = 0
  await start()
  const clip = await finished(api(), id)
  return { clip, spokenAgain: speech.calls.length - before - SENTENCES, unstored }
}

describe('a long clip whose worker is killed in the middle', () => {
  test('goes on from the last stored segment on SQLite and files, and leaves no parts', async () => {
    const DATA_DIR = dataDirectory('embedded')
    const settings = {
      ...UPSTREAM_SETTINGS,
      AVATARS_FILE: TONE_AVATARS,
      DATA_DIR,
      DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
      RENDER_THREADS: '1',
      SEGMENT_CACHE_MB: '0',
      REQUESTS_PER_SECOND: '100000',
      READS_PER_SECOND: '100000',
      LOG_LEVEL: 'error',
    }
    let server = await startServerProcess(settings)
    onTestFinished(() => server.kill())
    const { clip, spokenAgain, unstored } = await dieInTheMiddle('Text', () => server, {
      kill: () => server.kill(),
      start: async () => {
        server = await startServerProcess(settings)
      },
    })
    expect(clip).toMatchObject({ status: 'COMPLETE', progress: 1 })
    expect(spokenAgain).toBeGreaterThan(0)
    expect(spokenAgain).toBeLessThanOrEqual(unstored)
    const partsLeft = async () =>
      (await readdir(join(DATA_DIR, 'audio'), { recursive: true })).filter((path) => path.endsWith('.f32'))
    // They go when the clip has ended.
    while ((await partsLeft()).length > 0) await sleep(20)

    // The same text, rendered without a break.
    const other = await finished(server, await create(server, textOf('Text')))
    expect((await download(clip)).equals(await download(other))).toBe(true)
    expect(clip.audio_seconds).toBe(other.audio_seconds)
  })

  describe('on PostgreSQL and S3', () => {
    let cluster: TestCluster
    let api: ServerProcess
    let workers: ServerProcess[]
    beforeAll(async () => {
      const speaking = {
        ...UPSTREAM_SETTINGS,
        AVATARS_FILE: TONE_AVATARS,
        RENDER_THREADS: '1',
        READS_PER_SECOND: '100000',
      }
      cluster = await startCluster({ ...speaking, WORKER_TIMEOUT_SECONDS: '15' }, await shareS3())
      api = await cluster.start('api', { DATA_DIR: dataDirectory('api') })
      workers = [await cluster.start('worker', { DATA_DIR: dataDirectory('worker-1') })]
    })
    afterAll(() => cluster.close())

    test('goes on in another worker', async () => {
      const { clip, spokenAgain, unstored } = await dieInTheMiddle('Cluster', () => api, {
        kill: () => workers[0]!.kill(),
        start: async () => {
          workers.push(await cluster.start('worker', { DATA_DIR: dataDirectory('worker-2') }))
        },
      })
      expect(clip).toMatchObject({ status: 'COMPLETE' })
      expect(spokenAgain).toBeGreaterThan(0)
      expect(spokenAgain).toBeLessThanOrEqual(unstored)
      const other = await finished(api, await create(api, textOf('Cluster')))
      expect((await download(clip)).equals(await download(other))).toBe(true)
    })
  })
})
