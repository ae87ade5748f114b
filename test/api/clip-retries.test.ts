import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openRecords } from '../../src/storage/open-storage.ts'
import { startServerProcess } from '../support/server-process.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import {
  STORAGE,
  startTestService,
  storageSettings,
  TEST_KEY,
  type TestService,
  TONE_AVATARS,
} from '../support/test-service.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS, UPSTREAM_SPEAKER } from '../support/upstream-voice.ts'

/** The states of the jobs of a clip that waits. */
const WAITING = ['created']

let speech: SpeechServer
beforeAll(async () => {
  speech = await startSpeechServer()
})
afterAll(() => speech.close())

let settings: Readonly<Record<string, string>>
beforeEach(async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-retries-'))
  installUpstreamVoice(dataDirectory, speech)
  settings = { ...UPSTREAM_SETTINGS, DATA_DIR: dataDirectory, LOG_LEVEL: 'silent' }
})
afterEach(() => rm(settings.DATA_DIR!, { recursive: true }))

type Clip = { readonly status: string; readonly error?: { readonly code: string; readonly message: string } }

/** Creates a clip whose first renderings fail, and returns it when it has ended. */
async function createFailing(service: TestService, failures: number): Promise<Clip> {
  for (let i = 0; i < failures; i += 1) speech.misbehave.push((response) => void response.writeHead(400).end('{}'))
  const body = { speaker_id: UPSTREAM_SPEAKER, text: 'It is tried again.' }
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body })
  await service.finished(id)
  return await service.json<Clip>(`/clips/${id}`)
}

test.each([
  [undefined, 3],
  ['1', 1],
  ['0', 0],
])('with CLIP_RETRIES %s, a clip is rendered again %i times', async (setting, retries) => {
  const service = await startTestService({ ...settings, ...(setting !== undefined && { CLIP_RETRIES: setting }) })
  try {
    const before = speech.calls.length
    expect(await createFailing(service, retries)).toMatchObject({ status: 'COMPLETE' })
    expect(await createFailing(service, retries + 1)).toMatchObject({
      status: 'FAILED',
      error: { code: 'INTERNAL_ERROR', message: expect.stringMatching(/^Cannot render the clip: .*retry it/) },
    })
    expect(speech.calls.length - before).toBe(2 * (retries + 1))
  } finally {
    await service.close()
  }
})

test('a worker that is told to stop gives its clip back, and the next one renders it', async () => {
  const storage = await storageSettings(settings.DATA_DIR)
  const common = { ...settings, ...storage, AVATARS_FILE: TONE_AVATARS }
  const server = await startServerProcess({ ...common, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, RENDER_THREADS: '1' })
  const { promise: spoken, resolve: speak } = Promise.withResolvers<void>()
  // It never answers.
  speech.misbehave.push(() => speak())
  const response = await fetch(`${server.url}/v1/tts/clips`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY },
    body: JSON.stringify({ speaker_id: UPSTREAM_SPEAKER, text: 'It goes on elsewhere.' }),
  })
  const { clip_id: id } = (await response.json()) as { clip_id: string }
  await spoken
  expect(await server.stop()).toBe(0)
  // Nobody holds it: it need not wait until a claim lapses.
  expect(await claimOf(id, common)).toEqual({ status: 'PROCESSING', claimed_at: null, jobs: WAITING })
  const next = await startTestService(settings)
  expect(await next.finished(id)).toMatchObject({ status: 'COMPLETE' })
  await next.close()
})

/** The state of a clip, and of its job if another part of the storage queues it. */
async function claimOf(id: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const db = await openRecords(readConfig(environment), () => {})
  try {
    const clip = await db.selectFrom('clips').select(['status', 'claimed_at']).where('id', '=', id).executeTakeFirst()
    if (STORAGE === 'embedded') return { ...clip, jobs: WAITING }
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where data->>'clipId' = ${id}`.execute(
      db,
    )
    return { ...clip, jobs: rows.map(({ state }) => (state === 'retry' ? 'created' : state)) }
  } finally {
    await db.destroy()
  }
}
