import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

const HEADERS = { 'x-api-key': TEST_KEY }
/** What operators are told to allow before they kill a process. */
const STOP_MS = 20_000
const STILL_RUNS = 'still runs'
const CLIPS = 3

type Clip = { readonly id: string; readonly status: string }
type Checks = Readonly<Record<string, string>>

let cluster: TestCluster
beforeAll(async () => {
  // Requests to S3 hang for longer than this test lets processes run.
  const settings = { RENDER_THREADS: '1', S3_IDLE_SECONDS: '30', WORKER_TIMEOUT_SECONDS: '15', LOG_LEVEL: 'silent' }
  cluster = await startCluster({ AVATARS_FILE: TONE_AVATARS, ...settings }, await shareS3())
})
afterAll(() => cluster.close())

async function accept({ url }: ServerProcess): Promise<readonly string[]> {
  const clips = Array.from({ length: CLIPS }, (_, index) => ({ speaker_id: 3, text: `This is clip number ${index}.` }))
  const answer = await fetch(`${url}/v1/tts/clips`, { method: 'POST', headers: HEADERS, body: JSON.stringify(clips) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { clip_ids: string[] }).clip_ids
}

/** The first answer in which the check of the audio fails: its status, and what the check says. */
async function untilAudioFails({ operationsUrl }: ServerProcess): Promise<readonly [number, string]> {
  for (;;) {
    const answer = await fetch(`${operationsUrl}/readyz`)
    const { audio = '' } = ((await answer.json()) as { checks: Checks }).checks
    if (audio !== 'ok') return [answer.status, audio]
    await sleep(100)
  }
}

async function untilEnded({ url }: ServerProcess, ids: readonly string[]): Promise<readonly string[]> {
  for (;;) {
    const clips = (await (await fetch(`${url}/v1/tts/clips?limit=1000`, { headers: HEADERS })).json()) as Clip[]
    const states = ids.map((id) => clips.find((clip) => clip.id === id)?.status ?? 'lost')
    if (!states.includes('PROCESSING')) return states
    await sleep(100)
  }
}

test.each(['serve', 'worker'] as const)(
  'declaim %s is not ready and stops in time while S3 never answers, and no clip is lost',
  async (role) => {
    const renderer = await cluster.start(role)
    const api = role === 'worker' ? await cluster.start('api') : renderer
    await untilEnded(api, await accept(api))
    const before = cluster.proxy.faults()
    await cluster.proxy.set('silent')
    const ids = await accept(api)
    while (cluster.proxy.faults() === before) await sleep(20)
    // The requests still hang, and the answer did not wait for them.
    expect(await untilAudioFails(renderer)).toEqual([503, 'fails: no answer'])
    expect(await Promise.race([renderer.stop(), sleep(STOP_MS, STILL_RUNS)])).toBe(0)
    expect(renderer.child.signalCode).toBeNull()
    await cluster.proxy.set('none')
    const again = await cluster.start(role)
    expect(await untilEnded(role === 'worker' ? api : again, ids)).toEqual(ids.map(() => 'COMPLETE'))
    await Promise.all([again.stop(), api.kill()])
  },
)
