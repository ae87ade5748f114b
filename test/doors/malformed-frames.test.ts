import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** With these, the service closes a connection because of a mistake. */
const OWN_CODES = new Set([1002, 1003, 1007, 1008, 1009])
const PATHS = ['/v1/tts/stream-input', '/v1/text-to-speech/3/stream-input'] as const
const MASK = Buffer.from([1, 2, 3, 4])

/** A frame as clients send it (RFC 6455, section 5.2). `first` is its first byte: FIN, reserved bits and opcode. */
function frame(first: number, payload: Uint8Array): Buffer {
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
  const masked = Buffer.from(payload.map((byte, i) => byte ^ MASK[i % 4]!))
  return Buffer.concat([Buffer.from([first, ...length]), MASK, masked])
}

const text = (content: string) => frame(0x81, Buffer.from(content))

/** A connection that has become a WebSocket, without a library that would refuse to send what breaks the protocol. */
async function open(path: string): Promise<{ readonly socket: Socket; readonly received: Promise<Buffer> }> {
  const { hostname, port, host } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nX-Api-Key: ${TEST_KEY}\r\nxi-api-key: ${TEST_KEY}\r\n\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 101 /)
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    // As a client answers a close frame: without an answer, the service waits for one for half a minute.
    if (readClose(Buffer.concat(parts)) !== undefined) socket.end()
  })
  // The service may be done before all was sent.
  socket.on('error', () => {})
  const received = new Promise<Buffer>((resolve) => socket.once('close', () => resolve(Buffer.concat(parts))))
  return { socket, received }
}

/** The code and reason of the close frame among short frames of a server; undefined if there is none. */
function readClose(bytes: Buffer): { readonly code: number; readonly reason: string } | undefined {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const opcode = bytes[at]! & 15
    const short = bytes[at + 1]!
    const start = short < 126 ? at + 2 : short === 126 ? at + 4 : at + 10
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const payload = bytes.subarray(start, start + length)
    if (payload.length < length) return undefined
    if (opcode === 8) return { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() }
    at = start + length
  }
  return undefined
}

describe.each(PATHS)('at %s', (path) => {
  test.each<[string, Buffer, number, RegExp]>([
    ['a frame without a mask', Buffer.from([0x81, 2, 0x7b, 0x7d]), 1002, /protocol/],
    ['an unknown opcode', frame(0x83, Buffer.from('{}')), 1002, /protocol/],
    ['a reserved bit', frame(0xc1, Buffer.from('{}')), 1002, /protocol/],
    ['a ping in parts', frame(0x09, Buffer.from('a')), 1002, /protocol/],
    ['a continuation of nothing', frame(0x80, Buffer.from('a')), 1002, /protocol/],
    ['text that is not UTF-8', frame(0x81, Buffer.from([0xc3, 0x28])), 1007, /not UTF-8/],
    ['a length of a terabyte', Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0]), 1009, /longer than 65536 bytes/],
  ])('%s closes the connection with a reason', async (_, bytes, code, reason) => {
    const { socket, received } = await open(path)
    socket.write(bytes)
    const closed = readClose(await received)
    expect(closed?.code).toBe(code)
    expect(closed?.reason).toMatch(reason)
  })

  test('bytes of any kind close the connection or are answered, and the service goes on', async () => {
    // Close frames are answered with what they say.
    const first = fc.oneof(fc.constant(0x81), fc.integer({ min: 0, max: 255 })).filter((one) => (one & 15) !== 8)
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json({ maxDepth: 2 }).map((json) => Buffer.from(json)),
    )
    const bytes = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(first, content).map(([head, payload]) => frame(head, payload)) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 100 }).map((some) => Buffer.from(some)) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 5 }), async (messages) => {
        const { socket, received } = await open(path)
        for (const message of messages) socket.write(message)
        socket.end()
        const closed = readClose(await received)
        // A connection that the client ended in time has none.
        const { code, reason } = closed ?? { code: 1000, reason: '' }
        expect(code).not.toBe(1011)
        // Without a reason, it answers the close frame of the client.
        expect(reason !== '' || !OWN_CODES.has(code)).toBe(true)
      }),
      { numRuns: 60 },
    )
    const { socket, received } = await open(path)
    socket.write(text('{'))
    expect(readClose(await received)).toMatchObject({ code: 1008, reason: expect.stringMatching(/JSON/) })
  })
})
