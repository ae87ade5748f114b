import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerProcess } from '../support/server-process.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY } from '../support/test-service.ts'

type Clip = { readonly id: string; readonly status: string; readonly url: string }

const AVATARS_FILE = fileURLToPath(new URL('../support/flite-avatars.json', import.meta.url))
const HEADERS = { 'x-api-key': TEST_KEY }
const textOf = (index: number) => `This is clip number ${index}, and it must not be lost. ${'It is long. '.repeat(20)}`
const bodyOf = (index: number) => ({ speaker_id: 3, text: textOf(index), audio_configs: { file_format: 'pcm' } })

let cluster: TestCluster
let apis: readonly ServerProcess[]
let workers: ServerProcess[]
beforeAll(async () => {
  cluster = await startCluster({ AVATARS_FILE, RENDER_THREADS: '1', WORKER_TIMEOUT_SECONDS: '15' })
  // The second process finds the database as the first has made it, or waits.
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
  workers = await Promise.all([cluster.start('worker'), cluster.start('worker')])
})
afterAll(() => cluster.close())

async function post(api: ServerProcess, path: string, body: unknown, headers = {}): Promise<Response> {
  return await fetch(`${api.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
  })
}

async function list(api: ServerProcess): Promise<readonly Clip[]> {
  const response = await fetch(`${api.url}/v1/tts/clips`, { headers: HEADERS })
  return response.ok ? ((await response.json()) as Clip[]) : []
}

async function untilDone(api: ServerProcess, count: number): Promise<readonly Clip[]> {
  for (;;) {
    const clips = await list(api)
    if (clips.length === count && clips.every(({ status }) => status !== 'PROCESSING')) return clips
    await sleep(200)
  }
}

test('every clip is rendered once, though a worker is killed, PostgreSQL crashes and another worker is stopped', async () => {
  const { clip_ids: first } = (await (
    await post(
      apis[0]!,
      '/clips',
      Array.from({ length: 20 }, (_, i) => bodyOf(i)),
    )
  ).json()) as {
    clip_ids: string[]
  }
  const { clip_ids: second } = (await (
    await post(
      apis[1]!,
      '/clips',
      Array.from({ length: 20 }, (_, i) => bodyOf(20 + i)),
    )
  ).json()) as { clip_ids: string[] }
  const ids = [...first, ...second]
  while ((await list(apis[0]!)).every(({ status }) => status === 'PROCESSING')) await sleep(50)

  await workers[0]!.kill()
  expect((await list(apis[0]!)).some(({ status }) => status === 'PROCESSING')).toBe(true)
  await cluster.postgres.crash()
  expect((await post(apis[0]!, '/clips', bodyOf(0))).status).toBe(503)
  await cluster.postgres.start()
  const third = await cluster.start('worker')
  expect(await workers[1]!.stop()).toBe(0)

  const clips = await untilDone(apis[1]!, 40)
  expect(new Set(clips.map(({ status }) => status))).toEqual(new Set(['COMPLETE']))
  expect(new Set(clips.map(({ id }) => id))).toEqual(new Set(ids))
  expect(third.lines.some((line) => line.includes('Clip complete'))).toBe(true)
  for (const index of [0, 7, 19, 20, 39]) {
    const { url } = clips.find(({ id }) => id === ids[index])!
    const stored = await (await fetch(url)).bytes()
    const spoken = await (await post(apis[0]!, '/stream', bodyOf(index), { accept: 'audio/pcm' })).bytes()
    expect(stored.length).toBeGreaterThan(16_000)
    expect(Buffer.from(stored).equals(spoken)).toBe(true)
  }
}, 400_000)

test('one idempotency key makes one clip, whichever process gets the request', async () => {
  const requests = Array.from({ length: 10 }, (_, index) =>
    post(apis[index % 2]!, '/clips', bodyOf(1), { 'idempotency-key': 'once' }),
  )
  const answers = await Promise.all((await Promise.all(requests)).map((response) => response.json()))
  expect(new Set(answers.map((answer) => (answer as { clip_id: string }).clip_id)).size).toBe(1)
  const otherRequest = await post(apis[1]!, '/clips', bodyOf(2), { 'idempotency-key': 'once' })
  expect(otherRequest.status).toBe(409)
})

test('a worker answers what operators ask, and nothing else', async () => {
  const worker = await cluster.start('worker')
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${worker.url}/metrics`)).status).toBe(200)
  expect((await fetch(`${worker.url}/v1/tts/avatars`, { headers: HEADERS })).status).toBe(404)
  expect(await worker.stop()).toBe(0)
})
