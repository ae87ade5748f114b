import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { PING_MS } from '../../src/api/doors/stream-input/keep-alive.ts'
import { readConfig } from '../../src/config.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { readEvents } from '../support/event-reader.ts'
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
/** WebSockets of both doors, on which nothing is said. */
let silent: readonly WebSocket[]
let pinged: Promise<unknown>
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
  silent = SOCKET_PATHS.flatMap((path) => SCHEMES.map((scheme) => openSocket(scheme, path)))
  pinged = Promise.all(silent.map((socket) => once(socket, 'ping')))
}, 120_000)
afterAll(async () => {
  for (const socket of silent) socket.terminate()
  await proxy.close()
  await cluster.close()
})

const SCHEMES = ['ws', 'wss'] as const
const SOCKET_PATHS = ['/v1/tts/stream-input', '/v1/text-to-speech/3/stream-input']

const hostOf = (isTls: boolean) => (isTls ? `127.0.0.1:${tlsPort}` : new URL(proxy.url).host)

function openSocket(scheme: 'ws' | 'wss', path: string): WebSocket {
  const headers = { 'x-api-key': TEST_KEY, 'xi-api-key': TEST_KEY }
  return new WebSocket(`${scheme}://${hostOf(scheme === 'wss')}${path}`, { headers, rejectUnauthorized: false })
}

/** As `fetch`, to a server whose certificate nobody has signed. */
async function fetchUnchecked(
  url: string | URL,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const options = { method, headers: Object.fromEntries(new Headers(headers)), rejectUnauthorized: false }
  const request = new URL(url).protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const status = answer.statusCode!
  const content = status === 202 || status === 204 ? null : (Readable.toWeb(answer) as ReadableStream)
  return new Response(content, { status, headers: answer.headers as Record<string, string> })
}

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

test.each(['/metrics', '/metrics/', '//metrics//', '/%6detrics/'])('%s is not for callers', async (path) => {
  expect((await fetch(`${proxy.url}${path}`)).status).toBe(404)
  expect((await fetch(`${apis[0]!.url}${path}`)).status).toBe(404)
  expect((await fetch(`${apis[0]!.operationsUrl}/metrics`)).status).toBe(200)
})

test.each(['/readyz', '/readyz/', '//readyz', '/%72eadyz'])('%s is one word for callers', async (path) => {
  const answer = await fetch(`${proxy.url}${path}`)
  expect([answer.status, await answer.text()]).toEqual([200, 'ready'])
})

describe.each(SCHEMES)('a WebSocket comes through the proxy by %s', (scheme) => {
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
    const socket = openSocket(scheme, path)
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

describe.each(['http', 'https'])('through the proxy by %s', (scheme) => {
  const at = (path: string) => `${scheme}://${hostOf(scheme === 'https')}${path}`

  test('events come while the answer goes on', async () => {
    const answer = await fetchUnchecked(at('/v1/tts/events'), { headers: { 'x-api-key': TEST_KEY } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const events = readEvents(answer)
    const [id] = await makeClips(1, scheme)
    await ended(id!)
    for (;;) {
      const { event, data } = await events.next()
      if (event === 'clip.completed' && data.data.id === id) break
    }
    await events.close()
  })

  test('assistants use the tools of /mcp', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' })
    const requestInit = { headers: { authorization: `Bearer ${TEST_KEY}` } }
    const transport = new StreamableHTTPClientTransport(new URL(at('/mcp')), {
      requestInit,
      fetch: fetchUnchecked as never,
    })
    await client.connect(transport as never)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_avatars')
    const { content, isError } = await client.callTool({ name: 'list_avatars', arguments: {} })
    expect([isError, JSON.stringify(content)]).toEqual([undefined, expect.stringContaining('One tone a word')])
    await client.close()
  })
})

test('the proxy lets WebSockets be silent until they are pinged, and until the service closes them', async () => {
  const shipped = await readFile(new URL('../../deploy/compose/nginx.conf', import.meta.url), 'utf8')
  const [, seconds] = /^\s*proxy_read_timeout (\d+)s;$/m.exec(shipped) ?? []
  // One ping may come late.
  expect(1000 * Number(seconds)).toBeGreaterThan(2 * PING_MS)
  expect(1000 * Number(seconds)).toBeGreaterThan(readConfig({}).socketIdleMs)
  await pinged
  expect(silent.map(({ readyState }) => readyState)).toEqual(silent.map(() => WebSocket.OPEN))
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
