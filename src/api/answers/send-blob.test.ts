import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { openFileBlobStore } from '../../storage/files/file-blob-store.ts'
import { isFromStudio, sessionTokenOf } from '../studio/session-cookie.ts'
import { describeProblem } from './describe-problem.ts'
import { answerError } from './error-response.ts'
import { sendBlob } from './send-blob.ts'

const BYTES = Buffer.from(Uint8Array.from({ length: 300 }, (_, i) => i))
const SKIPPED = 44

let folder: string
let app: FastifyInstance
let file: { readonly key: string; readonly stored: { readonly bytes?: number; readonly crc32?: number } }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-blob-'))
  const blobs = await openFileBlobStore(folder)
  await blobs.put('clips/a.wav', [BYTES])
  app = fastify()
  app.setErrorHandler(answerError)
  app.get('/file', (request, reply) =>
    sendBlob({ request, reply }, blobs, {
      ...file,
      skippedBytes: SKIPPED,
      contentType: 'audio/pcm',
      onDamage: async () => new ServiceError('INTERNAL_ERROR', 'It is damaged', { status: 503 }),
    }),
  )
  app.get('/fail', async () => {
    throw new TypeError('a secret of ours')
  })
  app.get<{ Params: { status: string } }>('/refuse/:status', async ({ params }) => {
    throw Object.assign(new Error('no'), { statusCode: Number(params.status) })
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (range?: string) => {
  file = { key: 'clips/a.wav', stored: { bytes: 300, crc32: crc32(BYTES) } }
  return app.inject({ url: '/file', headers: { ...(range !== undefined && { range }) } })
}
const SENT = BYTES.subarray(SKIPPED)

describe('a stored file', () => {
  test('is sent whole, without the bytes that are not part of it', async () => {
    const { statusCode, headers, rawPayload } = await get()
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-length': '256', 'accept-ranges': 'bytes', 'content-type': 'audio/pcm' })
    expect(rawPayload.equals(SENT)).toBe(true)
  })

  test('is sent in any range that is within it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(255), fc.nat(400), async (first, length) => {
        const { statusCode, headers, rawPayload } = await get(`bytes=${first}-${first + length}`)
        const last = Math.min(255, first + length)
        expect(statusCode).toBe(206)
        expect(headers['content-range']).toBe(`bytes ${first}-${last}/256`)
        expect(headers['content-length']).toBe(String(last - first + 1))
        expect(rawPayload.equals(SENT.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('is sent from its end, and refused beyond it', async () => {
    expect((await get('bytes=-6')).rawPayload.equals(SENT.subarray(250))).toBe(true)
    expect((await get('bytes=-1000')).rawPayload.equals(SENT)).toBe(true)
    const refused = await get('bytes=256-')
    expect([refused.statusCode, refused.headers['content-range']]).toEqual([416, 'bytes */256'])
    expect(refused.headers['content-type']).toContain('application/json')
  })

  test.each([
    ['is missing', { key: 'clips/b.wav', stored: {} }],
    ['has lost bytes', { key: 'clips/a.wav', stored: { bytes: 301 } }],
    ['has gained bytes', { key: 'clips/a.wav', stored: { bytes: 299 } }],
    ['has other bytes', { key: 'clips/a.wav', stored: { bytes: 300, crc32: crc32(BYTES) ^ 1 } }],
  ])('that %s is damaged', async (_what, damaged) => {
    file = damaged
    const answer = await app.inject({ url: '/file' })
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'It is damaged'])
  })
})

test.each([
  [404, 'NOT_FOUND'],
  [415, 'MISSING_ARGUMENT'],
])('what the web framework refuses with %d has the code %s', async (status, code) => {
  const answer = await app.inject({ url: `/refuse/${status}` })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})

test('what is our own mistake is answered without details', async () => {
  const answer = await app.inject({ url: '/fail' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ code: 'INTERNAL_ERROR', message: expect.stringContaining('report request') })
  expect(answer.body).not.toContain('secret')
})

test.each([
  [{ instancePath: '', keyword: 'required', params: { missingProperty: 'url' } }, 'url is missing'],
  [{ instancePath: '/a/0', keyword: 'required', params: { missingProperty: 'b' } }, 'a.0.b is missing'],
  [{ instancePath: '/name', keyword: 'minLength', params: {}, data: ' \t' }, 'name is empty'],
  [
    { instancePath: '/name', keyword: 'maxLength', params: { limit: 3 }, data: '😀😀😀😀' },
    'name has 4 characters; expected at most 3',
  ],
  [
    { instancePath: '/status', keyword: 'enum', params: { allowedValues: ['a', 'b'] }, data: 'c' },
    'status is "c"; expected a, b',
  ],
  [{ instancePath: '/x', keyword: 'type', params: { type: 'boolean' }, data: 1 }, 'x is 1; expected true or false'],
  [{ instancePath: '', keyword: 'type', params: { type: 'object' }, data: [] }, 'it is []; expected a JSON object'],
  [{ instancePath: '/a', keyword: 'minItems', params: { limit: 1 }, data: [] }, 'a has 0 entries; expected at least 1'],
  [
    { instancePath: '/a', keyword: 'maxItems', params: { limit: 1 }, data: [1, 2] },
    'a has 2 entries; expected at most 1',
  ],
  [
    { instancePath: '/a', keyword: 'uniqueItems', params: { i: 0, j: 1 }, data: [1, 1] },
    'a has an entry twice; expected each once',
  ],
  [
    { instancePath: '/n', keyword: 'maximum', params: {}, data: 9, parentSchema: { description: 'a number to 5' } },
    'n is 9; expected a number to 5',
  ],
])('%j is said as: %s', (problem, words) => {
  expect(describeProblem({ schemaPath: '', ...problem } as never)).toBe(words)
})

describe('a session of the Studio', () => {
  const cookie = 'theme=dark; declaim_session=abc-_9; x=1'
  const own = { 'x-declaim-studio': '1', host: 'tts.example.com' }

  test.each([
    [{ ...own }, true],
    [{ ...own, origin: 'https://tts.example.com' }, true],
    [{ ...own, 'sec-fetch-site': 'same-origin' }, true],
    [{ ...own, 'sec-fetch-site': 'same-origin', origin: 'https://public.example.com' }, true],
    [{ host: own.host }, false],
    [{ ...own, origin: 'https://evil.example.com' }, false],
    [{ ...own, origin: 'null' }, false],
    [{ ...own, 'sec-fetch-site': 'cross-site' }, false],
    [{ ...own, 'sec-fetch-site': 'same-site' }, false],
    [{ ...own, 'sec-fetch-site': 'none' }, false],
  ])('is taken from a request with %j: %s', (headers, isTaken) => {
    expect(isFromStudio(headers)).toBe(isTaken)
    expect(sessionTokenOf({ ...headers, cookie }, { isOverTls: false })).toBe(isTaken ? 'abc-_9' : undefined)
  })

  test.each(['', 'other=1', 'xdeclaim_session=abc', 'declaim_session='])('is not in the cookie %j', (other) => {
    expect(sessionTokenOf({ ...own, cookie: other }, { isOverTls: false })).toBeUndefined()
  })
})
