import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { revokeApiKey } from '../../src/storage/records/api-keys.ts'
import { type ConnectOptions, connect, type StreamInputClient } from '../support/stream-input-client.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const PCM = { file_format: 'pcm', sample_rate: 16_000 }
const START = { type: 'start', speaker_id: 3, audio_configs: PCM }
const TEXT =
  'Hello there, I am glad to see you. It costs $4.99, "as they say." Dr. Smith is in. Is that so? Yes! 1. One\n2. Two\n\nThe end, really.'

let service: TestService
const clients: StreamInputClient[] = []

beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '2000' })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
})
afterAll(async () => {
  await service.close()
})

async function open(options: ConnectOptions = { key: TEST_KEY }, from = service): Promise<StreamInputClient> {
  const client = await connect(`${from.url}/v1/tts/stream-input`, options)
  clients.push(client)
  return client
}

async function started(settings: object = {}): Promise<StreamInputClient> {
  const client = await open()
  client.send({ ...START, ...settings })
  await client.event('ready')
  return client
}

function deltas(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? []
}

/** Speaks a text that comes word by word, and returns the client when all of it has come. */
async function speak(text: string, settings: object = {}): Promise<StreamInputClient> {
  const client = await started(settings)
  for (const delta of deltas(text)) client.send({ type: 'text', text: delta })
  client.send({ type: 'end' })
  expect(await client.closed).toEqual({ code: 1000, reason: '' })
  return client
}

async function stream(text: string, audio_configs: object = PCM, body: object = {}): Promise<Buffer> {
  const response = await service.call('/stream', { body: { speaker_id: 3, text, audio_configs, ...body } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('audio', () => {
  test.each([
    ['pcm', PCM],
    ['mulaw', { file_format: 'mulaw' }],
    ['pcm at the rate of the voice', { file_format: 'pcm' }],
  ])('in %s is what /stream sends for the whole text, byte for byte', async (_, audio_configs) => {
    const client = await speak(TEXT, { audio_configs })
    expect(client.audio().equals(await stream(TEXT, audio_configs))).toBe(true)
  })

  test('is the same at whatever places the text is cut', async () => {
    const whole = await stream(TEXT)
    const client = await started()
    const places = fc.array(fc.nat(TEXT.length), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), TEXT.length]
        const before = client.audio().length
        for (const [i, end] of edges.slice(1).entries()) client.send({ type: 'text', text: TEXT.slice(edges[i], end) })
        client.send({ type: 'flush' })
        await client.event('done')
        expect(client.audio().subarray(before).equals(whole)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('begins before the text has ended', async () => {
    const client = await started()
    client.send({ type: 'text', text: 'This is the first sentence. And ' })
    await client.event('words')
    expect(client.audio().length).toBeGreaterThan(0)
    expect(client.events('done')).toEqual([])
    client.send({ type: 'text', text: 'this is the second.' })
    client.send({ type: 'flush' })
    await client.event('done')
    expect(client.audio().equals(await stream('This is the first sentence. And this is the second.'))).toBe(true)
  })

  test('in Base64 is the same', async () => {
    const client = await speak(TEXT, { audio: 'base64' })
    expect(client.items.some((item) => Buffer.isBuffer(item))).toBe(false)
    const audio = client.events('audio').map((event) => Buffer.from(event.audio as string, 'base64'))
    expect(Buffer.concat(audio).equals(client.audio())).toBe(false)
    expect(Buffer.concat(audio).equals(await stream(TEXT))).toBe(true)
  })

  test('uses markup, SSML and libraries', async () => {
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'L' } })
    await service.json(`/replacement_libraries/${library_id}/replacements`, {
      body: { original: 'really', replacement_text: 'very truly', is_phonetic_respelling: false },
    })
    const text = 'It is <tempo value="0.8">slow. And really</tempo> long.'
    const client = await speak(text, { library_ids: [library_id] })
    expect(client.audio().equals(await stream(text, PCM, { library_ids: [library_id] }))).toBe(true)
    const ssml = '<speak>One.<break time="2s"/> Two.</speak>'
    const said = await speak(ssml, { ssml: true })
    // 2 s of 16 bits at 16 kHz.
    expect(said.audio().length).toBeGreaterThan(64_000)
  })
})

test('word times are those of the timed stream', async () => {
  const client = await speak(TEXT)
  const response = await service.call('/stream', {
    body: { speaker_id: 3, text: TEXT, audio_configs: PCM, include_word_timing: true },
    headers: { accept: 'multipart/mixed' },
  })
  const timings = [...(await response.text()).matchAll(/\{"confidence":.*\}/g)].map(([json]) => JSON.parse(json))
  const words = client.events('words').flatMap((event) => event.words)
  expect(words.length).toBeGreaterThan(20)
  expect(words).toEqual(timings.flatMap((timing) => timing.words))
  const done = client.events('done')[0]!
  expect(done).toMatchObject({ text: 1, words: words.length, characters: TEXT.length })
  expect(done.duration_ms).toBeCloseTo(client.audio().length / 32, -1)
})

test('words come with their sounds if the session asks for them', async () => {
  const client = await started({ include_phones: true })
  client.send({ type: 'text', text: 'Two cats.' })
  client.send({ type: 'end' })
  await client.closed
  const words = client.events('words').flatMap(({ words: some }) => some as { phones: { phone: string }[] }[])
  expect(words.map(({ phones }) => phones.map(({ phone }) => phone).join(' '))).toEqual(['T UW1', 'K AE1 T S'])
  expect(words[0]!.phones[0]).toMatchObject({ phone: 'T', ipa: 't', oculus: 'DD', polly: 't', azure: 19, start_ms: 0 })
})

test('texts follow one another after a flush, and are counted one by one', async () => {
  const client = await started({ include_word_timing: false })
  for (const text of ['One.', 'Two, three.', '  ', 'Four']) {
    client.send({ type: 'text', text })
    client.send({ type: 'flush' })
  }
  client.send({ type: 'end' })
  await client.closed
  expect(client.events('words')).toEqual([])
  expect(client.events('done').map(({ text, words, characters }) => [text, words, characters])).toEqual([
    [1, 1, 4],
    [2, 2, 11],
    [3, 0, 2],
    [4, 1, 4],
  ])
  const whole = [await stream('One.'), await stream('Two, three.'), await stream('Four')]
  expect(client.audio().equals(Buffer.concat(whole))).toBe(true)
})

test('a later start applies to the texts after it, and not to those that wait', async () => {
  const client = await started()
  client.send({ type: 'text', text: TEXT })
  client.send({ type: 'flush' })
  client.send({ ...START, speaker_id: 4, audio: 'base64', include_word_timing: false })
  client.send({ type: 'text', text: 'Two.' })
  client.send({ type: 'end' })
  await client.closed
  expect(client.audio().equals(await stream(TEXT))).toBe(true)
  expect(new Set(client.events('words').map(({ text }) => text))).toEqual(new Set([1]))
  const audio = client.events('audio').map((event) => Buffer.from(event.audio as string, 'base64'))
  expect(Buffer.concat(audio).equals(await stream('Two.', PCM, { speaker_id: 4 }))).toBe(true)
})

test('what is written after end is ignored', async () => {
  const client = await started()
  for (const text of ['One.', 'Two.']) {
    client.send({ type: 'text', text })
    client.send({ type: 'end' })
  }
  expect(await client.closed).toEqual({ code: 1000, reason: '' })
  expect(client.events('done').map(({ text }) => text)).toEqual([1])
  expect(client.audio().equals(await stream('One.'))).toBe(true)
})

test('done says what of its text was not spoken as it is written', async () => {
  const warned = 'One <b>word</b> of <tempo value="9">two</tempo>. Then 茶.'
  const response = await service.call('/explain', { body: { speaker_id: 3, text: warned } })
  const { warnings } = (await response.json()) as { warnings: readonly string[] }
  expect(warnings.length).toBe(3)
  const client = await started()
  for (const text of [warned, 'Nothing.']) {
    for (const delta of deltas(text)) client.send({ type: 'text', text: delta })
    client.send({ type: 'flush' })
  }
  client.send({ type: 'end' })
  await client.closed
  expect(client.events('done').map((event) => event.warnings)).toEqual([warnings, []])
})

describe('start_at clause', () => {
  test('speaks the first clause before its sentence has ended', async () => {
    const client = await started({ start_at: 'clause' })
    client.send({ type: 'text', text: 'When it rains in the hills, we' })
    await client.event('words')
    expect(client.audio().length).toBeGreaterThan(0)
    client.send({ type: 'text', text: ' stay at home.' })
    client.send({ type: 'end' })
    await client.closed
    const words = client.events('words').flatMap((event) => event.words as { word: string }[])
    expect(words.map(({ word }) => word).join(' ')).toBe('When it rains in the hills we stay at home')
  })
})

describe('frames', () => {
  test('of 20 ms in mu-law are 160 bytes, the last one filled with silence', async () => {
    const client = await speak(TEXT, { audio_configs: { file_format: 'mulaw' }, frame_ms: 20 })
    const frames = client.items.filter((item) => Buffer.isBuffer(item))
    expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([160]))
    const whole = await stream(TEXT, { file_format: 'mulaw' })
    const audio = Buffer.concat(frames)
    expect(audio.subarray(0, whole.length).equals(whole)).toBe(true)
    expect(audio.length - whole.length).toBeLessThan(160)
    expect(audio.subarray(whole.length).every((byte) => byte === 0xff)).toBe(true)
  })

  test.each([
    [{ audio_configs: { file_format: 'mp3' }, frame_ms: 20 }, 'frame_ms with mp3'],
    [{ audio_configs: { file_format: 'pcm', sample_rate: 22_050 }, frame_ms: 15 }, 'whole samples at 22050 Hz'],
    [{ audio_configs: { file_format: 'mulaw' }, frame_ms: 1 }, 'a number from 10 to 1000'],
  ])('that cannot be cut are refused: %j', async (settings, problem) => {
    const client = await open()
    client.send({ ...START, ...settings })
    expect((await client.event('error')).message).toContain(problem)
    expect((await client.closed).code).toBe(1008)
  })
})

describe('cancel', () => {
  test('reports what was heard at the position of the listener', async () => {
    const client = await started()
    client.send({ type: 'text', text: 'One two three four. Five six seven eight. ' })
    client.send({ type: 'flush' })
    await client.event('done')
    const words = client.events('words').flatMap((event) => event.words as { endOffset: string; source_end: number }[])
    const playedMs = Number.parseFloat(words[4]!.endOffset) * 1000 + 10
    client.send({ type: 'cancel', played_ms: playedMs })
    expect(await client.event('cancelled')).toEqual({
      type: 'cancelled',
      played_ms: Math.round(playedMs),
      heard: [{ text: 1, words: 5, heard_text: 'One two three four. Five' }],
    })
  })

  test('drops what is being spoken and written, and the next text begins anew', async () => {
    const client = await started({ lead_ms: 50 })
    client.send({ type: 'text', text: 'One two three four five six seven eight nine ten. '.repeat(10) })
    await client.event('words')
    client.send({ type: 'cancel' })
    const { heard, played_ms } = await client.event('cancelled')
    const count = client.items.length
    expect(played_ms as number).toBeLessThan(client.audio().length / 32)
    expect(heard).toEqual([{ text: 1, words: expect.any(Number), heard_text: expect.any(String) }])
    client.send({ type: 'text', text: 'Hello.' })
    client.send({ type: 'end' })
    await client.closed
    const after = client.items.slice(count).filter((item) => Buffer.isBuffer(item))
    expect(Buffer.concat(after).equals(await stream('Hello.'))).toBe(true)
    expect(client.events('done').map(({ text }) => text)).toEqual([2])
  })

  test('reports the last texts of a long conversation', async () => {
    const client = await started({ include_word_timing: false })
    for (let text = 1; text <= 102; text++) {
      client.send({ type: 'text', text: 'Hi.' })
      client.send({ type: 'flush' })
      await client.event('done')
    }
    client.send({ type: 'cancel', played_ms: 1e9 })
    const { heard } = (await client.event('cancelled')) as { heard: { text: number; heard_text: string }[] }
    expect(heard.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, i) => i + 3))
    expect(heard.at(-1)).toEqual({ text: 102, words: 1, heard_text: 'Hi' })
  })

  test('of nothing has heard nothing', async () => {
    const client = await started()
    client.send({ type: 'cancel' })
    expect(await client.event('cancelled')).toEqual({ type: 'cancelled', played_ms: 0, heard: [] })
  })
})

test('lead_ms sends audio no faster than it is played, but for the lead', async () => {
  const client = await started({ lead_ms: 200 })
  const began = performance.now()
  client.send({ type: 'text', text: 'One two three four five.' })
  client.send({ type: 'end' })
  await client.closed
  let playedBefore = 0
  for (const [i, item] of client.items.entries()) {
    if (!Buffer.isBuffer(item)) continue
    expect(client.times[i]! - began).toBeGreaterThan(playedBefore - 200 - 5)
    playedBefore += item.length / 32
  }
  expect(playedBefore).toBeGreaterThan(500)
})

describe('keys', () => {
  test.each([
    ['none', {}, /401 .*No API key found/],
    ['a wrong one', { key: 'wrong' }, /401 .*invalid or revoked/],
    ['a wrong one in a subprotocol', { protocols: ['declaim', 'key.wrong'] }, /401/],
  ] as const)('%s is refused before the connection opens', async (_, options, message) => {
    await expect(open(options)).rejects.toThrow(message)
  })

  test('may be a subprotocol, as browsers cannot set headers', async () => {
    const client = await open({ protocols: ['declaim', `key.${TEST_KEY}`] })
    expect(client.socket.protocol).toBe('declaim')
    client.send(START)
    expect(await client.event('ready')).toEqual({
      type: 'ready',
      speaker_id: 3,
      file_format: 'pcm',
      sample_rate: 16_000,
    })
  })

  test('without the scope are refused', async () => {
    const { key } = await createApiKey(service.db, { name: 'reader', scopes: ['usage'], now: Date.now() })
    await expect(open({ key })).rejects.toThrow(/403 .*synthesize/)
  })

  test('are checked for each text: a revoked one closes the connection', async () => {
    const { key, record } = await createApiKey(service.db, { name: 'short', now: Date.now() })
    const client = await open({ key })
    client.send(START)
    client.send({ type: 'text', text: 'One.' })
    client.send({ type: 'flush' })
    await client.event('done')
    await revokeApiKey(service.db, record.id, Date.now())
    client.send({ type: 'text', text: 'Two.' })
    expect(await client.event('error')).toMatchObject({ text: 2, code: 'UNAUTHORIZED' })
    expect((await client.closed).code).toBe(1008)
  })

  test('a request that is no WebSocket is told so', async () => {
    const response = await service.call('/stream-input')
    expect(response.status).toBe(426)
    expect(response.headers.get('upgrade')).toBe('websocket')
    expect(await response.json()).toMatchObject({ code: 'MISSING_ARGUMENT' })
  })
})

describe('limits', () => {
  test('of characters and quota are those of the account, and a text counts once', async () => {
    const { key } = await createApiKey(service.db, { name: 'counted', account: 'socket', now: Date.now() })
    const client = await open({ key })
    client.send(START)
    for (const delta of deltas(TEXT)) client.send({ type: 'text', text: delta })
    client.send({ type: 'end' })
    await client.closed
    const { usage } = await service.json<{ usage: object[] }>('/usage?group_by=endpoint', {
      headers: { 'x-api-key': key },
    })
    expect(usage).toMatchObject([{ endpoint: 'stream-input', requests: 1, characters: TEXT.length }])
  })

  test('of the rate apply to each text', async () => {
    const slow = await startTestService({ REQUESTS_PER_SECOND: '1', REQUEST_BURST: '2' }, () => 1_000_000)
    try {
      const client = await open({ key: TEST_KEY }, slow)
      client.send(START)
      for (const text of ['One.', 'Two.', 'Three.']) {
        client.send({ type: 'text', text })
        client.send({ type: 'flush' })
      }
      expect(await client.event('error')).toMatchObject({ text: 3, code: 'RATE_LIMITED' })
      expect(client.events('done')).toHaveLength(2)
      expect((await slow.call('/input_validated', { body: { speaker_id: 3, text: 'Hi' } })).status).toBe(429)
      await client.end()
    } finally {
      await slow.close()
    }
  })

  test('of the length end the text, and the next one is spoken', async () => {
    const client = await started()
    client.send({ type: 'text', text: 'a '.repeat(1500) })
    expect(await client.event('error')).toMatchObject({ text: 1, code: 'INVALID_TEXT_LENGTH_EXCEEDED' })
    client.send({ type: 'text', text: 'Hello.' })
    client.send({ type: 'flush' })
    expect(await client.event('done')).toMatchObject({ text: 2 })
  })
})

describe('mistakes', () => {
  test('in the text are reported, after what could be said', async () => {
    const client = await started()
    client.send({ type: 'text', text: 'This is fine. Now ::TO--mah:: it is not.' })
    client.send({ type: 'flush' })
    expect(await client.event('error')).toMatchObject({
      text: 1,
      code: 'INVALID_TEXT',
      message: expect.stringMatching(/at offset \d+/),
    })
    client.send({ type: 'text', text: 'Fine again.' })
    client.send({ type: 'flush' })
    expect(await client.event('done')).toMatchObject({ text: 2 })
  })

  test.each([
    ['no JSON', '{', 1008, /not valid JSON/],
    ['no object', '[1]', 1008, /expected a JSON object/],
    ['an unknown type', '{"type":"speak"}', 1008, /expected start, text, flush/],
    ['a text that is none', '{"type":"text","text":5}', 1008, /expected a string/],
    ['a position that is none', '{"type":"cancel","played_ms":-1}', 1008, /played_ms/],
    ['bytes', Buffer.from([1, 2, 3]), 1003, /binary/],
    [
      'a message that is too large',
      JSON.stringify({ type: 'text', text: 'a'.repeat(70_000) }),
      1009,
      /longer than 65536 bytes/,
    ],
  ])('%s closes the connection with a reason', async (_, message, code, reason) => {
    const client = await started()
    client.send(message)
    const closed = await client.closed
    expect(closed.code).toBe(code)
    expect(closed.reason).toMatch(reason)
  })

  test.each([
    [{ type: 'text', text: 'Hello.' }, /must be "start"/],
    [{ type: 'start' }, /speaker_id is missing/],
    [{ type: 'start', speaker_id: 999_999 }, /no avatar/],
    [{ ...START, audio: 'mp3' }, /binary, base64/],
    [{ ...START, start_at: 'word' }, /sentence, clause/],
    [{ ...START, library_ids: ['none'] }, /Cannot find replacement library/],
    [{ ...START, lead_ms: '5' }, /lead_ms/],
  ])('at the start close it too: %j', async (message, reason) => {
    const client = await open()
    client.send(message)
    expect((await client.event('error')).message).toMatch(reason)
    expect((await client.closed).reason).toMatch(reason)
  })

  test('of any kind never harm the service', async () => {
    const some = fc.oneof(fc.jsonValue(), fc.constantFrom(3, '3', 'mp3', 'pcm', 'One. Two', true, 20))
    const type = fc.oneof(fc.constantFrom('start', 'text', 'flush', 'cancel', 'end', 'ping'), some)
    const fields = [
      'text',
      'speaker_id',
      'audio_configs',
      'library_ids',
      'played_ms',
      'frame_ms',
      'lead_ms',
      'audio',
      'start_at',
      'ssml',
    ]
    const message = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record(
          { type, ...Object.fromEntries(fields.map((name) => [name, some])) },
          { requiredKeys: ['type'] },
        ),
      },
      { weight: 4, arbitrary: fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'grapheme' }) }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(message, { maxLength: 8 }), async (isStarted, messages) => {
        const client = isStarted ? await started() : await open()
        for (const one of messages) client.send(JSON.stringify(one))
        client.send({ type: 'end' })
        const { code } = await client.closed
        expect([1000, 1008]).toContain(code)
        expect(client.events('error').filter((event) => event.code === 'INTERNAL_ERROR')).toEqual([])
      }),
      { numRuns: 80 },
    )
    expect((await stream('Hello.')).length).toBeGreaterThan(0)
  })
})

test('an upgrade of another path or to another protocol is answered like any request', async () => {
  const { hostname, port } = new URL(service.url)
  const body = JSON.stringify({ speaker_id: 3, text: 'Hello.', audio_configs: PCM })
  const headers = {
    'x-api-key': TEST_KEY,
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABk',
  }
  const answer = await new Promise<Buffer>((resolve, reject) => {
    const call = request({ hostname, port, method: 'POST', path: '/v1/tts/stream', headers }, (response) => {
      buffer(response).then(resolve, reject)
    })
    call.on('error', reject)
    call.end(body)
  })
  expect(answer.equals(await stream('Hello.'))).toBe(true)
  await expect(connect(`${service.url}/v1/tts/avatars`, { key: TEST_KEY })).rejects.toThrow(/^200 .*avatars/)
  await expect(connect(`${service.url}/nowhere`, {})).rejects.toThrow(/^404 /)
})

test('a connection on which nothing happens is closed', async () => {
  const impatient = await startTestService({ SOCKET_IDLE_SECONDS: '1' })
  try {
    const client = await open({ key: TEST_KEY }, impatient)
    client.send(START)
    expect(await client.closed).toEqual({ code: 1001, reason: 'No message came for 1 s' })
  } finally {
    await impatient.close()
  }
})

test('a ping is answered', async () => {
  const client = await open()
  client.send({ type: 'ping' })
  expect(await client.event('pong')).toEqual({ type: 'pong' })
})
