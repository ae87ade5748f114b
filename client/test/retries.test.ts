import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../../test/support/test-service.ts'
import { createDeclaim, type Declaim, DeclaimConnectionError } from '../src/declaim.ts'

type Fault = (request: IncomingMessage, response: ServerResponse) => void

/** A proxy before a real service, which does something else with the next requests. */
const faults: Fault[] = []
const keys: (string | undefined)[] = []
let service: TestService
let declaim: Declaim
const proxy = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'] as string | undefined)
  const fault = faults.shift()
  if (fault !== undefined) fault(request, response)
  else void forward(request, response)
})

const address = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const { method = 'GET', headers, url = '' } = request
  const names = ['x-api-key', 'content-type', 'accept', 'idempotency-key']
  const answer = await fetch(`${service.url}${url}`, {
    method,
    headers: Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))),
    ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
  })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const busy =
  (status: number, retryAfter?: string): Fault =>
  (_, response) =>
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('busy')

beforeAll(async () => {
  service = await startTestService()
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  declaim = createDeclaim({ baseUrl: address(), apiKey: TEST_KEY })
})
beforeEach(() => {
  faults.length = 0
  keys.length = 0
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await service.close()
})

test('a request is sent again when the service is busy or gone, under the same key', async () => {
  faults.push(busy(503), busy(429, '0'), (request) => request.socket.destroy())
  const id = await declaim.clips.create({ speaker_id: 3, text: 'Hello.' })
  expect((await declaim.clips.list()).map((clip) => clip.id)).toEqual([id])
  expect(keys).toHaveLength(5)
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
})

test('the next try waits for Retry-After', async () => {
  faults.push(busy(429, '1'))
  const begun = performance.now()
  await declaim.usage()
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
})

test('callers who are refused together do not come again together', async () => {
  const waits: number[] = []
  const begun = performance.now()
  faults.push(...Array.from({ length: 12 }, () => busy(503, '1')))
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      await declaim.usage()
      waits.push(performance.now() - begun)
    }),
  )
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(990)
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(50)
})

test('a wait that is too long is refused at once', async () => {
  faults.push(busy(429, '3600'))
  await expect(declaim.usage()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 })
})

test('a wait that is asked for within the limit is accepted, however it is spread', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99)
  const patient = createDeclaim({ baseUrl: address(), apiKey: TEST_KEY, maxRetrySeconds: 1 })
  faults.push(busy(429, '1'))
  await patient.usage().finally(() => random.mockRestore())
  expect(keys).toHaveLength(2)
})

test('a refusal is not sent again', async () => {
  await expect(declaim.validate({ speaker_id: 999_999, text: 'A.' })).rejects.toMatchObject({
    code: 'INVALID_SPEAKER_ID',
  })
  expect(keys).toHaveLength(1)
})

test('an abort ends the wait for the next try', async () => {
  faults.push(busy(429, '50'))
  const leaving = new AbortController()
  const waiting = declaim.usage({ signal: leaving.signal })
  const reason = new Error('enough')
  setTimeout(() => leaving.abort(reason), 50)
  await expect(waiting).rejects.toBe(reason)
})

/** Answers with the beginning of a stream, which breaks off when the returned function is called. */
function beginStream(contentType: string, begin: string): () => void {
  let answer: ServerResponse | undefined
  faults.push((_, response) => {
    answer = response
    response.writeHead(200, { 'content-type': contentType })
    response.write(begin)
  })
  return () => answer?.destroy()
}

test('a timed stream that breaks off says so', async () => {
  const begin = '--b\r\nContent-Type: audio/mpeg\r\nContent-Length: 3\r\n\r\nabc\r\n--b'
  const breakOff = beginStream('multipart/mixed; boundary=b', begin)
  const reader = (await declaim.timedStream({ speaker_id: 3, text: 'A.' })).getReader()
  expect((await reader.read()).value).toMatchObject({ kind: 'audio' })
  breakOff()
  await expect(reader.read()).rejects.toBeInstanceOf(DeclaimConnectionError)
})

test('a stream that breaks off is a connection error, and one that is aborted ends with the reason', async () => {
  const breakOff = beginStream('audio/mpeg', 'abc')
  const reader = (await declaim.stream({ speaker_id: 3, text: 'A.' })).audio.getReader()
  expect((await reader.read()).value).toHaveLength(3)
  breakOff()
  await expect(reader.read()).rejects.toBeInstanceOf(DeclaimConnectionError)

  faults.push((_, response) => response.writeHead(200).write('abc'))
  const leaving = new AbortController()
  const left = await declaim.stream({ speaker_id: 3, text: 'A.' }, { signal: leaving.signal })
  const reason = new Error('enough')
  leaving.abort(reason)
  await expect(left.audio.getReader().read()).rejects.toBe(reason)
})

test('an answer that breaks off is asked for again', async () => {
  faults.push((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"month":')
    setTimeout(() => response.destroy(), 20)
  })
  expect((await declaim.usage()).month).toMatch(/^\d{4}-\d{2}$/)
  expect(keys).toHaveLength(2)
})

test('a service that is gone is a connection error', async () => {
  const nobody = createDeclaim({ baseUrl: 'http://127.0.0.1:1', maxRetries: 1 })
  await expect(nobody.usage()).rejects.toBeInstanceOf(DeclaimConnectionError)
})

test('clips of a service before 0.6.0, which sends no warnings, have none', async () => {
  const id = await declaim.clips.create({ speaker_id: 3, text: 'Hello.' })
  const { warnings, ...old } = await declaim.clips.waitFor(id)
  expect(warnings).toEqual([])
  const answerOf =
    (body: object): Fault =>
    (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  faults.push(answerOf(old), answerOf([old]), answerOf(old), answerOf({ clip_ids: [id] }), answerOf(old))
  const read = [
    await declaim.clips.get(id),
    ...(await declaim.clips.list()),
    await declaim.clips.delete(id),
    ...(await declaim.clips.bulk([{ speaker_id: 3, text: 'Hello.' }])),
  ]
  expect(read).toEqual(Array.from({ length: 4 }, () => ({ ...old, warnings: [] })))
})
