import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

const PRELOAD = new URL('../support/kill-threads.ts', import.meta.url)
const SIGNALS = { speaking: 'SIGUSR2', encoding: 'SIGHUP' } as const
const ROUNDS = 3
/** Threads die at another moment of the request in each round. */
const STEP_MS = 30

const SENTENCE = 'The sailors were mending their nets beside the wall, and the gulls circled over the harbour. '
/** Still under way when the last threads die. */
const LONG = { speaker_id: 3, text: SENTENCE.repeat(5) }

let server: ServerProcess
let folder: string
let clips: readonly string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'declaim-dying-threads-'))
  server = await startServerProcess({
    DATA_DIR: folder,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    AVATARS_FILE: TONE_AVATARS,
    MAX_TEXT_LENGTH: '1000000',
    REQUESTS_PER_SECOND: '100000',
    REQUEST_BURST: '100000',
    SEGMENT_CACHE_MB: '0',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${PRELOAD.href}`,
  })
  const bodies = Array.from({ length: 10 }, () => ({ speaker_id: 3, text: SENTENCE }))
  clips = ((await (await post('/clips', bodies)).json()) as { clip_ids: string[] }).clip_ids
  for (const id of clips) await endOf(id)
}, 120_000)
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true })
})

const get = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': TEST_KEY } })

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, ...headers },
    body: JSON.stringify(body),
  })

/** How a clip ends; it may not stay PROCESSING. */
async function endOf(id: string): Promise<string> {
  for (;;) {
    const { status } = (await (await get(`/v1/tts/clips/${id}`)).json()) as { status: string }
    if (status !== 'PROCESSING') return status
    await sleep(20)
  }
}

async function makeClip(text: string): Promise<Response> {
  const accepted = await post('/clips', { speaker_id: 3, text })
  const { clip_id } = (await accepted.clone().json()) as { clip_id: string }
  expect(['COMPLETE', 'FAILED']).toContain(await endOf(clip_id))
  return accepted
}

async function playPreview(): Promise<Response> {
  // A preview is rendered once and then kept.
  rmSync(join(folder, 'audio', 'previews'), { recursive: true, force: true })
  return await get('/audio/previews/3.mp3')
}

const REQUESTS: Readonly<Record<string, () => Promise<Response>>> = {
  'a stream': () => post('/stream', LONG),
  'a stream with word times': () =>
    post('/stream', { ...LONG, include_word_timing: true }, { accept: 'multipart/mixed' }),
  'word timing': () => post('/word-timing', LONG),
  'a combination': () => post('/clips/combine', { clip_ids: clips, pause_durations: 5 }),
  'a clip': () => makeClip(LONG.text),
  'an explanation': () => post('/explain', LONG),
  'a preview': playPreview,
}

/** The status of an answer, or `broken` where the connection ended before the answer did. */
async function read(answer: Promise<Response>): Promise<number | 'broken'> {
  try {
    const response = await answer
    await response.bytes()
    return response.status
  } catch {
    return 'broken'
  }
}

describe.each(Object.entries(SIGNALS))('when the threads die that are %s', (_kind, signal) => {
  test.each(Object.entries(REQUESTS))('%s ends, and one soon after is served', async (_name, ask) => {
    for (let round = 0; round < ROUNDS; round++) {
      const answers = [read(ask()), read(ask())]
      await sleep(5 + round * STEP_MS)
      server.child.kill(signal)
      for (const outcome of await Promise.all(answers)) expect([200, 500, 'broken']).toContain(outcome)
      expect(server.child.exitCode).toBeNull()
    }
    // A request that comes while the threads are still dying may meet one of them.
    await expect.poll(() => read(ask()), { timeout: 10_000 }).toBe(200)
  })
})
