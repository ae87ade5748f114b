import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClipAudio, truncateBlob } from '../support/clip-audio.ts'
import { startServerProcess } from '../support/server-process.ts'
import { STORAGE, startTestService, TEST_KEY, type TestService, TONE_AVATARS } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ LOG_LEVEL: 'silent' })
})
afterAll(() => service.close())

test('GET /health says that the process lives', async () => {
  expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ status: 'ok' })
})

describe('the public port', () => {
  test('says in one word whether the service can work', async () => {
    const answer = await fetch(`${service.url}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([200, 'ready'])
  })

  test.each(['/metrics', '/metrics/', '//metrics', '/%6detrics', '/readyz/details'])('has no %s', async (path) => {
    expect((await fetch(service.url + path)).status).toBe(404)
  })

  test('checks at most once a second, however many ask', async () => {
    const own = await startTestService({ LOG_LEVEL: 'silent' })
    try {
      const check = own.blobs.check.bind(own.blobs)
      let checks = 0
      own.blobs.check = async () => {
        checks++
        await check()
      }
      const started = performance.now()
      for (let round = 0; round < 20; round++)
        await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${own.url}/readyz`)).text()))
      expect(checks).toBeGreaterThan(0)
      expect(checks).toBeLessThanOrEqual(1 + (performance.now() - started) / 1000)
    } finally {
      await own.close()
    }
  })
})

describe('METRICS_ADDRESS', () => {
  test('has the state of each part, and the metrics', async () => {
    const own = await startTestService({ METRICS_ADDRESS: '127.0.0.1:0' })
    try {
      const ready = await fetch(`${own.operationsUrl}/readyz`)
      const checks = { database: 'ok', audio: 'ok', engines: 'ok', encoders: 'ok', clips: 'ok' }
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks }])
      expect(await (await fetch(`${own.operationsUrl}/metrics`)).text()).toContain('declaim_requests_total')
      expect((await fetch(`${own.operationsUrl}/health`)).status).toBe(200)
      for (const path of ['/v1/tts/avatars', '/', '/studio/session'])
        expect((await fetch(own.operationsUrl + path, { headers: { 'x-api-key': TEST_KEY } })).status).toBe(404)
    } finally {
      await own.close()
    }
  })

  test('can be off', () => {
    expect(service.operationsUrl).toBeUndefined()
  })

  test('that the operator has set and another program uses stops the start', async () => {
    const { server, address } = await occupy('127.0.0.1', 0)
    await expect(startTestService({ METRICS_ADDRESS: address })).rejects.toThrow(
      `Cannot listen on ${address}: another program uses this port; set METRICS_ADDRESS to a free one`,
    )
    server.close()
  })

  test('that nobody has set is left to the first service on a machine; the second one warns', async () => {
    const { server } = await occupy('127.0.0.1', 9464).catch(() => ({ server: undefined }))
    let log = ''
    const second = await startTestService({ METRICS_ADDRESS: '', LOG_LEVEL: 'warn' }, undefined, {
      write: (line) => {
        log += line
      },
    })
    try {
      expect(second.operationsUrl).toBeUndefined()
      expect(log).toContain('There are no metrics: another program uses 127.0.0.1:9464')
      expect(await (await fetch(`${second.url}/readyz`)).text()).toBe('ready')
    } finally {
      await second.close()
      server?.close()
    }
  })
})

async function occupy(host: string, port: number): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  return { server, address: `${host}:${(server.address() as AddressInfo).port}` }
}

test('no answer lets a browser guess its type, and no cache keeps the API', async () => {
  const { url } = await service.json<{ url: string }>(`/clips/${await finishedClip({ speaker_id: 3, text: 'hello' })}`)
  const audio = await fetch(url)
  for (const response of [await service.call('/avatars'), await service.call('/nothing'), audio]) {
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await service.call('/clips')).headers.get('cache-control')).toBe('no-store')
  expect(audio.headers.get('cache-control')).toBe('private, max-age=3600')
})

async function finishedClip(body: object): Promise<string> {
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body })
  expect(await service.finished(id)).toMatchObject({ status: 'COMPLETE' })
  return id
}

describe('a COMPLETE clip whose audio is gone', () => {
  const damages: readonly (readonly [string, (key: string) => Promise<void>])[] = [
    ['missing', (key) => service.blobs.delete(key)],
    ['cut short', (key) => truncateBlob(service.blobs, key, 100)],
    ['empty', (key) => truncateBlob(service.blobs, key, 0)],
  ]
  const formats = [{}, { audio_configs: { file_format: 'pcm' } }]

  test.each(damages.flatMap((damage) => formats.map((format) => [...damage, format] as const)))(
    'because it is %s answers 503 and is rendered again',
    async (_, damage, format) => {
      const id = await finishedClip({ speaker_id: 3, text: 'hello there', ...format })
      const { url } = await service.json<{ url: string }>(`/clips/${id}`)
      const whole = await (await fetch(url)).bytes()
      for (const key of await findClipAudio(service.blobs, id)) await damage(key)
      const refused = await fetch(url)
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('10')
      expect(await refused.json()).toMatchObject({ code: 'INTERNAL_ERROR' })
      expect(await service.finished(id)).toMatchObject({ status: 'COMPLETE' })
      expect(await (await fetch(url)).bytes()).toEqual(whole)
    },
  )

  test('is combined with nothing until it is rendered again', async () => {
    const id = await finishedClip({ speaker_id: 3, text: 'hello there' })
    const body = { clip_ids: [id, id], pause_durations: [0.1] }
    const whole = await (await service.call('/clips/combine', { body })).bytes()
    for (const key of await findClipAudio(service.blobs, id)) await truncateBlob(service.blobs, key, 100)
    expect((await service.call('/clips/combine', { body })).status).toBe(503)
    await service.finished(id)
    expect(await (await service.call('/clips/combine', { body })).bytes()).toEqual(whole)
  })
})

// These use SQLite and files whatever the other tests run on.
describe.runIf(STORAGE === 'embedded')('a server of its own', () => {
  test('the data directory and all its files are for their owner alone', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'declaim-modes-'))
    const DATA_DIR = join(parent, 'data')
    const server = await startServerProcess({ DATA_DIR, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, AVATARS_FILE: TONE_AVATARS })
    try {
      const preview = await fetch(`${server.url}/audio/previews/3.mp3`)
      expect(preview.status).toBe(200)
      await preview.bytes()
      expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700)
      const names = await readdir(DATA_DIR, { recursive: true })
      expect(names).toContain('declaim.sqlite')
      for (const name of names) expect([name, (await stat(join(DATA_DIR, name))).mode & 0o077]).toEqual([name, 0])
    } finally {
      await server.stop()
      await rm(parent, { recursive: true })
    }
  })

  test('warns about a data directory that others can open, and about running as root', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-modes-'))
    await chmod(DATA_DIR, 0o755)
    const server = await startServerProcess({ DATA_DIR, AVATARS_FILE: TONE_AVATARS })
    const log = server.lines.join('\n')
    expect(log).toContain(`Other users can open the data directory: run \\"chmod 700 ${DATA_DIR}\\"`)
    expect(log.includes('The service runs as root')).toBe(process.getuid?.() === 0)
    await server.stop()
    await rm(DATA_DIR, { recursive: true })
  })
})
