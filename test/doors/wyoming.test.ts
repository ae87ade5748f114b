import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { revokeKey } from '../../src/accounts/management/manage-keys.ts'
import { formatEvent, WyomingReader } from '../../src/api/doors/wyoming/wyoming-event.ts'
import { readConfig } from '../../src/config.ts'
import { setApiKey } from '../../src/storage/records/api-keys.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

type Event = { readonly type: string; readonly data: Record<string, unknown>; readonly payload: Buffer }

/** A client written from the protocol's description, apart from the reader of the service. */
type Client = {
  readonly socket: Socket
  send(type: string, data?: object): void
  /** All events up to one of a type. */
  until(type: string): Promise<readonly Event[]>
  readonly closed: Promise<readonly Event[]>
}

const TEXT = 'Hello there. It costs $5, as Dr. Smith says. Really?'

let service: TestService
let port: number
const clients: Client[] = []

beforeAll(async () => {
  port = await findFreePort()
  service = await startTestService({ WYOMING_ADDRESS: `127.0.0.1:${port}`, WYOMING_KEY: TEST_KEY })
})
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy()
})
afterAll(async () => {
  await service.close()
})

async function open(at: number = port): Promise<Client> {
  const socket = connect(at, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  let bytes: Buffer = Buffer.alloc(0)
  const events: Event[] = []
  let taken = 0
  let notify = (): void => {}
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more])
    for (let next = takeEvent(bytes); next !== undefined; next = takeEvent(bytes)) {
      events.push(next.event)
      bytes = next.rest
    }
    notify()
  })
  socket.on('error', () => {})
  const closed = new Promise<readonly Event[]>((resolve) => {
    socket.once('close', () => {
      resolve(events)
      notify()
    })
  })
  const client: Client = {
    socket,
    closed,
    send(type, data = {}) {
      socket.write(`${JSON.stringify({ type, data })}\n`)
    },
    async until(type) {
      for (;;) {
        const end = events.findIndex((event, i) => i >= taken && event.type === type)
        if (end !== -1) {
          const found = events.slice(taken, end + 1)
          taken = end + 1
          return found
        }
        if (socket.destroyed)
          throw new Error(`The connection closed before ${type}: ${JSON.stringify(events.slice(taken))}`)
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
  }
  clients.push(client)
  return client
}

function takeEvent(bytes: Buffer): { readonly event: Event; readonly rest: Buffer } | undefined {
  const line = bytes.indexOf('\n')
  if (line === -1) return undefined
  const header = JSON.parse(bytes.subarray(0, line).toString()) as Record<string, unknown>
  const dataEnd = line + 1 + Number(header.data_length ?? 0)
  const end = dataEnd + Number(header.payload_length ?? 0)
  if (bytes.length < end) return undefined
  const data = dataEnd > line + 1 ? JSON.parse(bytes.subarray(line + 1, dataEnd).toString()) : {}
  return {
    event: {
      type: header.type as string,
      data: { ...(header.data as object), ...data },
      payload: bytes.subarray(dataEnd, end),
    },
    rest: bytes.subarray(end),
  }
}

const audioOf = (events: readonly Event[]): Buffer => Buffer.concat(events.map(({ payload }) => payload))

async function stream(text: string, speaker_id = 3): Promise<Buffer> {
  const response = await service.call('/stream', { body: { speaker_id, text, audio_configs: { file_format: 'pcm' } } })
  return Buffer.from(await response.arrayBuffer())
}

test('describe lists the voices, and says that texts can be streamed', async () => {
  const client = await open()
  client.send('describe')
  const [info] = await client.until('info')
  const [declaim] = info!.data.tts as [Record<string, unknown>]
  expect(declaim).toMatchObject({ name: 'declaim', installed: true, supports_synthesize_streaming: true })
  expect(declaim.voices).toMatchObject([
    { name: 'tone-narration', languages: ['en_US'], installed: true, attribution: { name: 'Declaim' } },
    { name: 'low-tone-narration', languages: ['en_GB'] },
  ])
  expect(info!.data).toMatchObject({ asr: [], wake: [], handle: [], intent: [] })
})

test('ping is answered with its text', async () => {
  const client = await open()
  client.send('ping', { text: 'hello' })
  expect((await client.until('pong')).at(-1)!.data).toEqual({ text: 'hello' })
})

describe('synthesize', () => {
  test('gives the audio of /stream between audio-start and audio-stop', async () => {
    const client = await open()
    client.send('synthesize', { text: TEXT })
    const events = await client.until('audio-stop')
    expect(events[0]).toMatchObject({ type: 'audio-start', data: { rate: 16_000, width: 2, channels: 1 } })
    expect(new Set(events.slice(1, -1).map(({ type }) => type))).toEqual(new Set(['audio-chunk']))
    expect(audioOf(events).equals(await stream(TEXT))).toBe(true)
  })

  test('speaks with the voice that it names, several times on one connection', async () => {
    const client = await open()
    for (const [name, speakerId] of [
      ['low-tone-narration', 4],
      ['Tone', 3],
      ['4', 4],
    ] as const) {
      client.send('synthesize', { text: 'Hello.', voice: { name } })
      expect(audioOf(await client.until('audio-stop')).equals(await stream('Hello.', speakerId))).toBe(true)
    }
  })

  test('speaks with the first voice of a language if it names no voice', async () => {
    const client = await open()
    for (const [language, speakerId] of [
      ['en_GB', 4],
      ['en', 3],
      ['de', 3],
    ] as const) {
      client.send('synthesize', { text: 'Hello.', voice: { language } })
      expect(audioOf(await client.until('audio-stop')).equals(await stream('Hello.', speakerId))).toBe(true)
    }
  })

  test('takes its data behind the header too', async () => {
    const client = await open()
    client.socket.write(formatEvent({ type: 'synthesize', data: { text: 'Hello.', voice: { language: 'en' } } }))
    expect(audioOf(await client.until('audio-stop')).equals(await stream('Hello.'))).toBe(true)
  })

  test('of nothing gives no audio, but its frame', async () => {
    const client = await open()
    client.send('synthesize', { text: ' ' })
    expect((await client.until('audio-stop')).map(({ type }) => type)).toEqual(['audio-start', 'audio-stop'])
  })
})

describe('a streamed text', () => {
  test('is spoken while it is written, and is the audio of the whole text', async () => {
    const client = await open()
    client.send('synthesize-start', { voice: { name: 'tone-narration' } })
    client.send('synthesize-chunk', { text: 'Hello there. It ' })
    const early = await client.until('audio-chunk')
    for (const text of ['costs $5, as Dr.', ' Smith says', '. Really?']) client.send('synthesize-chunk', { text })
    // For services that cannot stream.
    client.send('synthesize', { text: TEXT })
    client.send('synthesize-stop')
    const events = [...early, ...(await client.until('synthesize-stopped'))]
    expect(audioOf(events).equals(await stream(TEXT))).toBe(true)
    const types = events.map(({ type }) => type).filter((type) => type !== 'audio-chunk')
    expect(types).toEqual(['audio-start', 'audio-stop', 'synthesize-stopped'])
  })

  test('of nothing is stopped all the same', async () => {
    const client = await open()
    client.send('synthesize-start')
    client.send('synthesize-stop')
    expect((await client.until('synthesize-stopped')).map(({ type }) => type)).toEqual(['synthesize-stopped'])
  })
})

describe('mistakes', () => {
  test.each([
    ['synthesize', { text: 'say ::TO--mah::' }, 'INVALID_TEXT'],
    ['synthesize', { text: 5 }, 'MISSING_ARGUMENT'],
    ['synthesize', { text: 'Hi.', voice: { name: 'nobody' } }, 'MISSING_ARGUMENT'],
    ['synthesize', { text: 'Hi.', voice: { name: '99999' } }, 'INVALID_SPEAKER_ID'],
    ['synthesize', { text: 'a'.repeat(1001) }, 'INVALID_TEXT_LENGTH_EXCEEDED'],
  ])('%s %j is answered with an error, and ends the connection', async (type, data, code) => {
    const client = await open()
    client.send(type, data)
    const events = await client.closed
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { code, text: expect.any(String) } })
  })

  test.each([
    ['GET / HTTP/1.1\r\n\r\n', 'not JSON'],
    ['[]\n', 'not a JSON object'],
    ['{"data":{}}\n', 'type is missing'],
    ['{"type":"describe","data_length":-1}\n', 'length is -1'],
    ['{"type":"describe","payload_length":99999999}\n', 'length is 99999999'],
    ['{"type":"describe","data_length":2}\n[]', 'not a JSON object'],
    ['\xff\xfe\n', 'not JSON in UTF-8'],
    ['a'.repeat(1_100_000), 'too long'],
  ])('%j is no event', async (bytes, problem) => {
    const client = await open()
    client.socket.write(Buffer.from(bytes, 'latin1'))
    const events = await client.closed
    expect(events.at(-1)).toMatchObject({ type: 'error', data: { text: expect.stringContaining(problem) } })
  })

  test('of any kind never harm the service', async () => {
    const type = fc.constantFrom(
      'describe',
      'synthesize',
      'synthesize-start',
      'synthesize-chunk',
      'synthesize-stop',
      'ping',
      'x',
    )
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.jsonValue())
    const event = fc.record({
      type,
      data: fc.oneof(fc.record({ text, voice: fc.jsonValue() }, { requiredKeys: [] }), fc.jsonValue()),
    })
    const piece = fc.oneof(
      { weight: 5, arbitrary: event.map((value) => Buffer.from(`${JSON.stringify(value)}\n`)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const client = await open()
        for (const bytes of pieces) client.socket.write(bytes)
        client.socket.write('\n{"type":\n')
        const events = await client.closed
        expect(events.at(-1)).toMatchObject({ type: 'error' })
        expect(events.at(-1)!.data.code).not.toBe('INTERNAL_ERROR')
      }),
      { numRuns: 60 },
    )
    const client = await open()
    client.send('synthesize', { text: 'Hello.' })
    await client.until('audio-stop')
  })
})

test('a client that asks and never reads keeps its questions itself', async () => {
  const client = await open()
  client.socket.pause()
  const ask = Buffer.from(`${JSON.stringify({ type: 'describe' })}\n`.repeat(2000))
  // Each question is short, and its answer is long: the answers fill what the system keeps of a connection.
  for (let i = 0; i < 500; i++) client.socket.write(ask)
  let left = -1
  while (client.socket.writableLength !== left) {
    left = client.socket.writableLength
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(left).toBeGreaterThan(0)
  client.socket.destroy()
  const other = await open()
  other.send('synthesize', { text: 'Hello.' })
  await other.until('audio-stop')
})

test('events are read the same, however their bytes are cut', () => {
  const events = [
    { type: 'a', data: { text: 'ü\n' } },
    { type: 'b', data: {}, payload: Buffer.from([10, 0, 255]) },
    { type: 'c', data: { n: 1 } },
  ]
  const bytes = Buffer.concat(events.map(formatEvent))
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const reader = new WyomingReader()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const read = edges.slice(1).flatMap((end, i) => reader.push(bytes.subarray(edges[i], end)))
      expect(
        read.map((event) => ({ ...event, ...(event.payload && { payload: Buffer.from(event.payload) }) })),
      ).toEqual(events)
    }),
  )
})

test('a connection that has spoken ends once the key of the door is revoked', async () => {
  const key = 'key-of-a-door-that-is-revoked-later'
  const at = await findFreePort()
  const other = await startTestService({ WYOMING_ADDRESS: `127.0.0.1:${at}`, WYOMING_KEY: key })
  onTestFinished(() => other.close())
  const { id: keyId } = await setApiKey(other.db, { key, name: 'door', now: 1 })
  const [spoken, asked] = [await open(at), await open(at)]
  spoken.send('synthesize', { text: 'Hello.' })
  await spoken.until('audio-stop')
  asked.send('describe')
  await asked.until('info')
  await revokeKey(other.db, { keyId }, { actor: { kind: 'operator', name: 'tester' }, now: Date.now() })
  expect((await spoken.closed).at(-1)).toMatchObject({ type: 'error', data: { code: 'UNAUTHORIZED' } })
  // It has shown no key.
  asked.send('ping')
  await asked.until('pong')
})

test('texts count for the key of the door, as the endpoint "wyoming"', async () => {
  const { usage } = await service.json<{ usage: { endpoint: string; requests: number }[] }>('/usage?group_by=endpoint')
  expect(usage.find(({ endpoint }) => endpoint === 'wyoming')?.requests).toBeGreaterThan(0)
})

describe('settings', () => {
  const KEY = 'key-of-the-door-that-nobody-guesses'

  test('leave the door closed by default', async () => {
    expect(readConfig({}).wyoming).toBeUndefined()
  })

  test.each([
    [{ WYOMING_ADDRESS: '10200', WYOMING_KEY: KEY }, 'WYOMING_ADDRESS is "10200": expected an address and a port'],
    [{ WYOMING_ADDRESS: '127.0.0.1:99999', WYOMING_KEY: KEY }, 'expected an address and a port'],
    [{ WYOMING_ADDRESS: '127.0.0.1:10200' }, 'set WYOMING_KEY'],
  ])('%j is refused', (settings, problem) => {
    expect(() => readConfig(settings)).toThrow(problem)
  })

  test.each(['[::1]:10200', 'localhost:10200', '0.0.0.0:1'])('%s is an address', (address) => {
    expect(readConfig({ WYOMING_ADDRESS: address, WYOMING_KEY: KEY }).wyoming?.key).toBe(KEY)
  })

  test('with a key that is not valid refuse every text', async () => {
    const other = await findFreePort()
    const closed = await startTestService({ WYOMING_ADDRESS: `127.0.0.1:${other}`, WYOMING_KEY: KEY })
    try {
      const client = await open(other)
      client.send('synthesize', { text: 'Hello.' })
      expect((await client.closed).at(-1)).toMatchObject({ type: 'error', data: { code: 'UNAUTHORIZED' } })
    } finally {
      await closed.close()
    }
  })

  test('with a port that is taken name it', async () => {
    await expect(startTestService({ WYOMING_ADDRESS: `127.0.0.1:${port}`, WYOMING_KEY: TEST_KEY })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port} for Wyoming`,
    )
  })
})
