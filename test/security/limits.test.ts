import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dripBytes, sendBytes } from '../support/send-bytes.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ REQUEST_TIMEOUT_SECONDS: '1' })
})
afterAll(() => service.close())

const HEAD = `Host: test\r\nX-Api-Key: ${TEST_KEY}\r\n`

/** The first of the answers. */
function parse(answers: string): { readonly status: number; readonly body: { message: string; code: string } } {
  const [head = '', body = ''] = answers.split('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body.slice(0, length)) }
}

describe('what is too large is refused', () => {
  test.each([
    ['one header', `GET /health HTTP/1.1\r\nHost: test\r\nX-Large: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['many headers', `GET /health HTTP/1.1\r\nHost: test\r\n${'X-Many: 1\r\n'.repeat(2000)}\r\n`],
    ['a URL', `GET /health?${'a'.repeat(17_000)} HTTP/1.1\r\nHost: test\r\n\r\n`],
    ['a header that never ends', `GET /health HTTP/1.1\r\nHost: test\r\nX-Endless: ${'a'.repeat(40_000)}`],
  ])('%s', async (_, bytes) => {
    const { status, body } = parse(await sendBytes(service.url, bytes))
    expect(status).toBe(431)
    expect(body).toEqual({
      message: 'Cannot read the request: its URL and headers have more than 16384 bytes; send fewer or shorter headers',
      code: 'MISSING_ARGUMENT',
    })
  })

  const TOO_LONG = 'Cannot read the request: an id or name in its path is too long'
  test.each([
    [400, 404, 'NOT_FOUND', /^Cannot find /],
    [501, 414, 'MISSING_ARGUMENT', TOO_LONG],
    [8000, 414, 'MISSING_ARGUMENT', TOO_LONG],
  ])('an id of %d characters: %d', async (length, status, code, message) => {
    for (const path of ['/clips/', '/replacement_libraries/']) {
      const answer = await service.call(`${path}${'a'.repeat(length)}`)
      expect([answer.status, await answer.json()]).toEqual([status, { code, message: expect.stringMatching(message) }])
    }
  })

  test('a body that declares its size, before it is sent', async () => {
    const bytes = `POST /v1/tts/stream HTTP/1.1\r\n${HEAD}Content-Length: 999999999\r\n\r\n{`
    const { status, body } = parse(await sendBytes(service.url, bytes))
    expect([status, body]).toEqual([
      413,
      {
        code: 'INVALID_TEXT',
        message:
          'Cannot read the body: it is larger than 71536 bytes, the limit of this path and plan; divide it among several requests',
      },
    ])
  })

  test('a body whose caller sends it to the end: the answer arrives, and the connection serves the next request', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).setEncoding('latin1')
    const answers = socket[Symbol.asyncIterator]() as AsyncIterator<string>
    const body = 'a'.repeat(9_000_000)
    socket.write(`POST /v1/tts/stream HTTP/1.1\r\n${HEAD}Content-Length: ${body.length}\r\n\r\n`)
    expect((await answers.next()).value).toMatch(/^HTTP\/1.1 413 /)
    socket.write(body)
    socket.write(`GET /v1/tts/avatars HTTP/1.1\r\n${HEAD}\r\n`)
    expect((await answers.next()).value).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  })

  test('a body in chunks that declares none', async () => {
    const chunk = `100000\r\n${'a'.repeat(0x100000)}\r\n`
    const bytes = `POST /v1/tts/stream HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(9)}`
    expect(await sendBytes(service.url, bytes)).toMatch(/^HTTP\/1.1 413 /)
  })
})

test.each([
  ['that differ', 'Host: test\r\nHost: other.example\r\n'],
  ['that are equal', 'Host: test\r\nHost: test\r\n'],
  ['in other letters', 'hOST: test\r\nhost: other.example\r\n'],
])('two Host headers %s are refused', async (_, hosts) => {
  for (const path of ['/health', '/v1/tts/avatars', '/nowhere', '/'])
    expect(
      await sendBytes(
        service.url,
        `GET ${path} HTTP/1.1\r\n${hosts}X-Api-Key: ${TEST_KEY}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 400 .*Cannot read the request: it has 2 Host headers; send one/s)
})

describe('nesting', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  test.each([
    ['arrays in an unknown field', nested(100_000)],
    ['objects in an unknown field', objects(100_000)],
    ['a little too deep', nested(32)],
  ])('of %s is refused, also when the request may be repeated', async (_, value) => {
    const answer = await service.call('/clips', {
      body: `{"speaker_id":3,"text":"Hello","unknown":${value}}`,
      headers: { 'idempotency-key': 'nested' },
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 'MISSING_ARGUMENT',
        message: 'Cannot read the body: its arrays and objects are nested more than 32 levels deep; send flatter JSON',
      },
    ])
  })

  test('that is not too deep is accepted', async () => {
    const body = `{"speaker_id":3,"text":"Hello","unknown":${nested(31)}}`
    expect((await service.call('/clips', { body, headers: { 'idempotency-key': 'flat' } })).status).toBe(200)
  })

  test.each([
    ['/clips', `[${'0,'.repeat(50_000)}0]`],
    ['/clips', `[${'0,'.repeat(1_000_000)}0]`],
    ['/clips/combine', `{"clip_ids":[${'"a",'.repeat(3000)}"a"]}`],
    ['/clips/combine', `{"clip_ids":[${'"a",'.repeat(10_000)}"a"]}`],
    ['/stream', `{"speaker_id":3,"text":"Hello","library_ids":[${'"a",'.repeat(3000)}"a"]}`],
    ['/stream', `{"speaker_id":3,"text":"Hello","library_ids":[${'"a",'.repeat(10_000)}"a"]}`],
  ])('%s refuses many items quickly, with a short answer', async (path, body) => {
    const answer = await service.call(path, { body })
    expect(answer.status).toBe(400)
    expect((await answer.text()).length).toBeLessThan(500)
  })

  test.each([
    ['application/json', `[${'0,'.repeat(100_000)}0]`],
    ['text/csv', `original,replacement_text\n${'a,b\n'.repeat(1_000_000)}`],
  ])('many rows of %s are refused before each is checked', async (type, body) => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'A' } })
    const path = `/replacement_libraries/${library_id}/replacements/bulk`
    const answer = await service.call(path, { body, headers: { 'content-type': type } })
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        code: 'CONFLICT',
        message: expect.stringMatching(
          /^Cannot store \d+ replacements: a library may hold 10000; divide them among several libraries$/,
        ),
      },
    ])
  })
})

describe('a caller that sends slowly', () => {
  test.each([
    ['its request line', 'GET /hea'],
    ['its headers', 'GET /health HTTP/1.1\r\nHost: test\r\nX-Slow: '],
    ['its body', `POST /v1/tts/stream HTTP/1.1\r\n${HEAD}Content-Length: 5000\r\n\r\n{`],
    ['a chunk of its body', `POST /v1/tts/stream HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nfff\r\n{`],
  ])('%s is answered 408 and cut off', async (_, bytes) => {
    const { status, body } = parse(await dripBytes(service.url, bytes, 'a'))
    expect([status, body]).toEqual([
      408,
      {
        code: 'MISSING_ARGUMENT',
        message: 'Cannot read the request: it took longer than REQUEST_TIMEOUT_SECONDS to arrive; send it again',
      },
    ])
  })

  test('does not keep others waiting: 200 of them, and an answer in between', async () => {
    const slow = Array.from({ length: 200 }, () => sendBytes(service.url, 'GET /hea', { thenDrip: 'a' }))
    expect((await service.call('/avatars')).status).toBe(200)
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(?:HTTP\/1.1 408 |$)/)
    expect((await service.call('/avatars')).status).toBe(200)
  })
})

describe('a request that two servers could read in two ways is refused', () => {
  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a coding that hides chunks', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a length that is no number', 'Content-Length: +5\r\n\r\nhello'],
    ['a space before the colon', 'Content-Length : 5\r\n\r\nhello'],
    ['a folded header', 'X-Folded: a\r\n b\r\nContent-Length: 0\r\n\r\n'],
    ['a NUL in a header', 'X-Nul: a\u0000b\r\n\r\n'],
    ['a bare line feed', 'X-Bare: a\nX-Other: b\r\n\r\n'],
  ])('%s', async (_, rest) => {
    const answer = await sendBytes(
      service.url,
      `POST /v1/tts/input_validated HTTP/1.1\r\n${HEAD}Connection: close\r\n${rest}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })
})
