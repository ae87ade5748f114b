import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeAudioStorage } from '../../../test/support/describe-audio-storage.ts'
import { type Fault, startFaultProxy } from '../../../test/support/fault-proxy.ts'
import { shareS3 } from '../../../test/support/shared-servers.ts'
import { isStorageOutage } from '../storage-outage.ts'
import { openS3BlobStore } from './s3-blob-store.ts'

const BUCKET = 'declaim-test'

let s3: Awaited<ReturnType<typeof shareS3>>
beforeAll(async () => {
  s3 = await shareS3()
  Object.assign(process.env, s3.environment)
  await s3.createBucket(BUCKET)
})

let prefixes = 0
const open = (endpoint = s3.endpoint) => openS3BlobStore({ bucket: BUCKET, prefix: `test/${prefixes++}/`, endpoint })

describeAudioStorage('S3', async () => {
  const blobs = open()
  return { blobs, close: async () => blobs.close() }
})

test('a bucket that does not exist is not ready', async () => {
  const blobs = openS3BlobStore({ bucket: 'no-such-bucket', prefix: '', endpoint: s3.endpoint })
  await expect(blobs.check()).rejects.toMatchObject({ name: 'NoSuchBucket' })
  blobs.close()
})

test('a server that cannot be reached is an outage', async () => {
  const blobs = open('http://127.0.0.1:1')
  const error: unknown = await blobs.put('a', [Buffer.from('x')]).catch((failure: unknown) => failure)
  expect(isStorageOutage(error)).toBe(true)
  blobs.close()
})

test('a presigned link is read without credentials, with its content type, until it ends', async () => {
  const blobs = open()
  await blobs.put('clips/a.mp3', [Buffer.from('some audio')])
  const url = await blobs.presign!('clips/a.mp3', { seconds: 60, contentType: 'audio/mpeg' })
  const answer = await fetch(url, { headers: { range: 'bytes=5-9' } })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-type')).toBe('audio/mpeg')
  expect(await answer.text()).toBe('audio')
  expect((await fetch(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(403)
  const brief = await blobs.presign!('clips/a.mp3', { seconds: 1, contentType: 'audio/mpeg' })
  await expect.poll(async () => (await fetch(brief)).status, { timeout: 10_000 }).toBe(403)
  blobs.close()
})

test('presigned links name the server as callers reach it', async () => {
  const blobs = openS3BlobStore({
    bucket: BUCKET,
    prefix: '',
    endpoint: s3.endpoint,
    publicEndpoint: 'https://audio.example.com',
  })
  const url = await blobs.presign!('clips/a.mp3', { seconds: 3_000_000, contentType: 'audio/mpeg' })
  expect(url).toMatch(/^https:\/\/audio\.example\.com\/declaim-test\/clips\/a\.mp3\?/)
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('604800')
  blobs.close()
})

const IDLE_MS = 400
const STALLED = { name: 'StorageStalledError', code: 'NO_ANSWER' }
const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('a server that does not answer', () => {
  test.each(['silent', 'half'] as const)('is an outage, and its next requests are whole: %s', async (fault: Fault) => {
    const proxy = await startFaultProxy(s3.endpoint)
    const prefix = `test/${prefixes++}/`
    const blobs = openS3BlobStore({ bucket: BUCKET, prefix, endpoint: proxy.url, times: { idleMs: IDLE_MS } })
    await blobs.put('a', [Buffer.from('old')])
    await proxy.set(fault)
    const errors = await Promise.all([
      failure(blobs.put('a', [Buffer.from('new')])),
      failure(blobs.putStream('b', oneByOne(9))),
      failure(blobs.delete('c')),
      failure(buffer(blobs.read('a'))),
      failure(blobs.check()),
    ])
    for (const error of errors) {
      expect(error).toMatchObject(STALLED)
      expect(isStorageOutage(error)).toBe(true)
    }
    // No attempt was repeated by the client: a caller waits for one time, not for the sum of several.
    expect(proxy.faults()).toBe(errors.length)
    await proxy.set('none')
    await blobs.put('a', [Buffer.from('new')])
    expect((await buffer(blobs.read('a'))).toString()).toBe('new')
    blobs.close()
    await proxy.close()
  })

  test('is left at once by work that ends', async () => {
    const server = await listen((request) => request.resume())
    const blobs = openS3BlobStore({ bucket: BUCKET, prefix: '', endpoint: server.url })
    const ending = new AbortController()
    const put = failure(blobs.until(ending.signal).put('a', [Buffer.from('x')]))
    await server.asked
    ending.abort()
    expect(await put).toMatchObject({ name: 'AbortError' })
    blobs.close()
    await server.close()
  })
})

describe('what is slow and makes progress is not cut', () => {
  test('a server that reads an upload slowly', async () => {
    let received = 0
    const server = await listen(async (request, response) => {
      for await (const piece of request) {
        received += (piece as Buffer).length
        await sleep(10)
      }
      response.end()
    })
    const blobs = openS3BlobStore({ bucket: BUCKET, prefix: '', endpoint: server.url, times: { idleMs: IDLE_MS } })
    const bytes = 16 << 20
    await blobs.put('a', [Buffer.alloc(bytes)])
    expect(received).toBe(bytes)
    blobs.close()
    await server.close()
  })

  test('a server that sends a download slowly', async () => {
    const pieces = 12
    const server = await listen(async (_, response) => {
      for (let piece = 0; piece < pieces; piece++) {
        response.write('piece')
        await sleep(IDLE_MS / 4)
      }
      response.end()
    })
    const blobs = openS3BlobStore({ bucket: BUCKET, prefix: '', endpoint: server.url, times: { idleMs: IDLE_MS } })
    expect((await buffer(blobs.read('a'))).toString()).toBe('piece'.repeat(pieces))
    blobs.close()
    await server.close()
  })

  test('a caller that reads a download slowly', async () => {
    const bytes = 32 << 20
    const server = await listen((_, response) => response.end(Buffer.alloc(bytes)))
    const blobs = openS3BlobStore({ bucket: BUCKET, prefix: '', endpoint: server.url, times: { idleMs: IDLE_MS } })
    let received = 0
    for await (const piece of blobs.read('a')) {
      if (received === 0) await sleep(4 * IDLE_MS)
      received += (piece as Buffer).length
    }
    expect(received).toBe(bytes)
    blobs.close()
    await server.close()
  })
})

async function* oneByOne(megabytes: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < megabytes; i++) yield Buffer.alloc(1 << 20)
}

async function listen(handle: (...exchange: Parameters<RequestListener>) => unknown) {
  const server = createServer((...exchange) => void handle(...exchange))
  const asked = once(server, 'request')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
