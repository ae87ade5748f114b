import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBytes } from '../support/send-bytes.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const HELLO = JSON.stringify({ speaker_id: 3, text: 'Hello' })

async function send(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/v1/tts/input_validated`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, ...headers },
    body,
  })
  return { status: response.status, ...((await response.json()) as { message: string; code?: string }) }
}

describe('a body', () => {
  test.each([
    ['gzip', gzipSync(HELLO)],
    ['deflate', deflateSync(HELLO)],
    ['br', brotliCompressSync(HELLO)],
    ['identity', Buffer.from(HELLO)],
  ])('may be sent as %s', async (encoding, body) => {
    expect(await send(Uint8Array.from(body), { 'content-encoding': encoding })).toEqual({ status: 200, message: 'OK' })
  })

  test('of CSV may be compressed too', async () => {
    const library = await service.json<{ library_id: string }>('/replacement_libraries', {
      body: { name: 'Compressed' },
    })
    const response = await fetch(
      `${service.url}/v1/tts/replacement_libraries/${library.library_id}/replacements/bulk`,
      {
        method: 'POST',
        headers: { 'x-api-key': TEST_KEY, 'content-type': 'text/csv', 'content-encoding': 'gzip' },
        body: Uint8Array.from(gzipSync('original,replacement_text\nSQL,sequel\n')),
      },
    )
    expect(await response.json()).toMatchObject({ count: 1 })
  })

  const latin1 = Uint8Array.from(Buffer.from('{"speaker_id":3,"text":"caf\xe9"}', 'latin1'))
  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string]>([
    ['that is no gzip', 'plain', { 'content-encoding': 'gzip' }, 400, 'it is not gzip'],
    [
      'cut short',
      Uint8Array.from(gzipSync(HELLO).subarray(0, 20)),
      { 'content-encoding': 'gzip' },
      400,
      'it is not gzip',
    ],
    ['in an unknown encoding', HELLO, { 'content-encoding': 'compress' }, 415, 'Content-Encoding is compress'],
    [
      'that grows too large',
      Uint8Array.from(gzipSync(Buffer.alloc(9_000_000))),
      { 'content-encoding': 'gzip' },
      413,
      'larger than 71536 bytes',
    ],
    ['in Latin-1, whose é would be lost', latin1, {}, 400, 'it is not UTF-8 (at byte 27)'],
    ['that ends inside a letter', Uint8Array.from([0x22, 0xef, 0xbf]), {}, 400, 'it is not UTF-8 (at byte 3)'],
    [
      'that is no JSON',
      '{"speaker_id":3, text}',
      {},
      400,
      'not valid JSON (Expected double-quoted property name in JSON at position 17',
    ],
  ])('%s is refused', async (_, body, headers, status, message) => {
    expect(await send(body, headers)).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  test.each(['', 'json', 'application', 'text/', 'application/json; charset', ';'])(
    'of the type "%s" is read',
    async (type) => {
      expect(await send(HELLO, { 'content-type': type })).toEqual({ status: 200, message: 'OK' })
    },
  )

  test('with a byte order mark is read', async () => {
    expect(await send(`\ufeff${HELLO}`)).toEqual({ status: 200, message: 'OK' })
  })
})

describe('what is no request', () => {
  test.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'HTTP has no such method'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n', 400, 'it is not HTTP/1.1'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'its URL and headers have more than 16384 bytes',
    ],
  ])('%s gets an error body', async (_, bytes, status, message) => {
    const [head = '', body = ''] = (await sendBytes(service.url, bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('Content-Type: application/json')
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining(message), code: 'MISSING_ARGUMENT' })
  })
})

describe('a path', () => {
  test.each(['/avatars/', '//avatars', '//avatars//'])('%s is found', async (path) => {
    expect((await service.call(path)).status).toBe(200)
  })

  test.each(['/stream/', '//stream'])('%s tells the methods of its route', async (path) => {
    const response = await service.call(path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test.each([
  ['a success', '/avatars', {}],
  ['no key', '/avatars', { headers: { 'x-api-key': '' } }],
  ['a wrong key', '/stream', { headers: { 'x-api-key': 'wrong' }, body: {} }],
  ['an unknown path', '/nowhere', {}],
  ['a wrong method', '/avatars', { method: 'DELETE' }],
  ['a body that is no JSON', '/stream', { body: '{' }],
  ['HEAD', '/avatars', { method: 'HEAD' }],
])('an answer to %s tells rate and quota', async (_, path, options) => {
  const { headers } = await service.call(path, options)
  for (const name of ['x-rate-limit', 'x-quota']) {
    expect(Number(headers.get(`${name}-limit`))).toBeGreaterThan(0)
    expect(Number(headers.get(`${name}-remaining`))).toBeGreaterThan(0)
    expect(Number(headers.get(`${name}-reset`))).toBeGreaterThan(1.7e12)
  }
})

test('HEAD is free like GET', async () => {
  const limited = await startTestService({ REQUESTS_PER_SECOND: '1', REQUEST_BURST: '1' })
  try {
    for (let call = 0; call < 3; call++) expect((await limited.call('/avatars', { method: 'HEAD' })).status).toBe(200)
  } finally {
    await limited.close()
  }
})

describe('a page in a browser', () => {
  test('asks for leave without a key', async () => {
    const asked = { origin: 'https://page.example', 'access-control-request-method': 'POST' }
    const response = await service.call('/stream', {
      method: 'OPTIONS',
      headers: { ...asked, 'x-api-key': '', 'access-control-request-headers': 'content-type,x-api-key' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,x-api-key')
  })

  test.each([
    ['an answer', {}, 200],
    ['an error', { 'x-api-key': 'wrong' }, 401],
  ])('may read %s and its headers', async (_, headers, status) => {
    const response = await service.call('/avatars', { headers: { origin: 'https://page.example', ...headers } })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-quota-remaining')
  })

  test('may read a preview, but not the operator’s figures', async () => {
    const { avatars } = await service.json<{ avatars: { preview_audio: string }[] }>('/avatars')
    const preview = await fetch(avatars[0]!.preview_audio)
    expect(preview.headers.get('access-control-allow-origin')).toBe('*')
    await preview.arrayBuffer()
    expect((await fetch(`${service.url}/readyz`)).headers.get('access-control-allow-origin')).toBeNull()
  })
})
