import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { decodeMp3 } from '../support/decode-audio.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { type NginxProxy, startNginx } from '../support/nginx-proxy.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

// The processes of deploy/compose/docker-compose.yml, without containers: two API nodes and two workers on PostgreSQL and S3,
// behind the proxy with the configuration that is shipped.
let cluster: TestCluster
let proxy: NginxProxy
let tlsPort: number
let apis: readonly ServerProcess[]
let workers: readonly ServerProcess[]
beforeAll(async () => {
  const port = await findFreePort()
  tlsPort = await findFreePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  cluster = await startCluster(
    {
      AVATARS_FILE: TONE_AVATARS,
      RENDER_THREADS: '1',
      WORKER_TIMEOUT_SECONDS: '15',
      PUBLIC_URL,
      TRUSTED_PROXIES: '127.0.0.1',
      READS_PER_SECOND: '100000',
      READ_BURST: '100000',
    },
    await shareS3(),
  )
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
  workers = await Promise.all([cluster.start('worker'), cluster.start('worker')])
  proxy = await startNginx(
    port,
    apis.map(({ url }) => url),
    tlsPort,
  )
}, 120_000)
afterAll(async () => {
  await proxy.close()
  await cluster.close()
})

const call = (path: string, body?: unknown) =>
  fetch(`${proxy.url}/v1/tts${path}`, {
    headers: { 'x-api-key': TEST_KEY },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })

async function makeClips(count: number, name: string): Promise<readonly string[]> {
  const body = Array.from({ length: count }, (_, i) => ({ speaker_id: 3, text: `${name}, number ${i}.` }))
  const answer = await call('/clips', body)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { clip_ids: string[] }).clip_ids
}

async function ended(id: string): Promise<{ status: string; url: string }> {
  for (;;) {
    const answer = await call(`/clips/${id}`)
    expect(answer.status).toBe(200)
    const clip = (await answer.json()) as { status: string; url: string }
    if (clip.status !== 'PROCESSING') return clip
    await sleep(50)
  }
}

/** Downloads every clip once it is COMPLETE, by the link that it has. */
async function download(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, url } = await ended(id)
    expect(status).toBe('COMPLETE')
    expect(url.startsWith(`${proxy.url}/audio/clips/`)).toBe(true)
    const audio = await fetch(url)
    expect(audio.status).toBe(200)
    expect((await decodeMp3(await audio.bytes())).length).toBeGreaterThan(1000)
  }
}

test('clips are made and played through the proxy, whichever node answers', async () => {
  await download(await makeClips(10, 'First'))
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('/avatars')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
})

test('a stream comes through the proxy while it is rendered', async () => {
  const answer = await call('/stream', { speaker_id: 3, text: 'One two three four. '.repeat(40) })
  expect(answer.status).toBe(200)
  let pieces = 0
  for await (const piece of answer.body!) pieces += piece.length > 0 ? 1 : 0
  expect(pieces).toBeGreaterThan(3)
})

test('a body that is too large is refused by the service, not by the proxy', async () => {
  const answer = await call('/stream', { speaker_id: 3, text: 'a'.repeat(8_500_000) })
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'INVALID_TEXT' }])
})

test.each(['/metrics', '/readyz', '/metrics/', '/readyz/', '//metrics//', '/%6detrics/'])(
  '%s is not for callers',
  async (path) => {
    expect((await fetch(`${proxy.url}${path}`)).status).toBe(404)
    expect((await fetch(`${apis[0]!.url}${path}`)).status).toBe(200)
  },
)

describe.each(['ws', 'wss'])('a WebSocket comes through the proxy by %s', (scheme) => {
  test.each([
    ['/v1/tts/stream-input', [{ type: 'start', speaker_id: 3 }, { type: 'text', text: 'Hello.' }, { type: 'end' }]],
    [
      '/v1/tts/stream-input',
      [
        { type: 'start', speaker_id: 3, audio_configs: { file_format: 'mulaw', sample_rate: 8000 } },
        { type: 'text', text: 'A telephone.' },
        { type: 'end' },
      ],
    ],
    ['/v1/text-to-speech/3/stream-input', [{ text: ' ' }, { text: 'Hello. ' }, { text: '' }]],
  ])('%s', async (path, messages) => {
    const host = scheme === 'ws' ? new URL(proxy.url).host : `127.0.0.1:${tlsPort}`
    const headers = { 'x-api-key': TEST_KEY, 'xi-api-key': TEST_KEY }
    const socket = new WebSocket(`${scheme}://${host}${path}`, { headers, rejectUnauthorized: false })
    let bytes = 0
    socket.on('message', (data: Buffer) => (bytes += data.length))
    const code = await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('close', resolve)
      socket.once('open', () => {
        for (const message of messages) socket.send(JSON.stringify(message))
      })
    })
    expect(code).toBe(1000)
    expect(bytes).toBeGreaterThan(1000)
  })
})

test('nothing is lost when a node and a worker are killed: the others go on', async () => {
  const ids = await makeClips(30, 'Second')
  await Promise.all([apis[0]!.kill(), workers[0]!.kill()])
  for (let i = 0; i < 10; i++) expect((await call('/avatars')).status).toBe(200)
  const more = await makeClips(5, 'Third')
  await download([...ids, ...more])
  const replacement = await cluster.start('worker')
  await download(await makeClips(5, 'Fourth'))
  expect(await replacement.stop()).toBe(0)
}, 120_000)
