import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { revokeKey } from '../../src/accounts/management/manage-keys.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

type Message = {
  readonly contextId?: string
  readonly audio?: string | null
  readonly isFinal?: boolean
  readonly error?: string
  readonly message?: string
  readonly alignment?: { readonly chars: string[] } | null
}

type Peer = {
  readonly socket: WebSocket
  readonly messages: readonly Message[]
  send(...messages: readonly object[]): void
  /** Waits for a message of a kind that has not been waited for. */
  until(is: (message: Message) => boolean): Promise<Message>
  readonly closed: Promise<number>
}

let service: TestService
const sockets: WebSocket[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => service.close())

const PATH = '/v1/text-to-speech/tone/multi-stream-input'
const WITH_KEY = { headers: { 'xi-api-key': TEST_KEY } }

async function open(query = '?output_format=pcm_16000', options: object = WITH_KEY, path = PATH): Promise<Peer> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}${path}${query}`, options)
  sockets.push(socket)
  const messages: Message[] = []
  let wake = (): void => {}
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message)
    wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code)
      wake()
    })
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let seen = 0
  return {
    socket,
    messages,
    closed,
    send(...all) {
      for (const one of all) socket.send(JSON.stringify(one))
    },
    async until(is) {
      for (;;) {
        while (seen < messages.length) {
          const message = messages[seen++]!
          if (is(message)) return message
        }
        if (socket.readyState === socket.CLOSED) throw new Error(`The connection closed: ${JSON.stringify(messages)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

async function spoken(text: string, more: object = {}): Promise<Buffer> {
  const body = { speaker_id: 3, text, audio_configs: { file_format: 'pcm', sample_rate: 16_000 }, ...more }
  return Buffer.from(await (await service.call('/stream', { body })).arrayBuffer())
}

function audioOf(messages: readonly Message[], id: string): Buffer {
  const own = messages.filter(({ contextId }) => contextId === id)
  return Buffer.concat(own.flatMap(({ audio }) => (audio ? [Buffer.from(audio, 'base64')] : [])))
}

const isFinal = (id: string) => (message: Message) => message.isFinal === true && message.contextId === id
const isError = (message: Message) => message.error !== undefined

describe('contexts of one connection', () => {
  test('are spoken side by side, each as its text alone, with the characters of that text', async () => {
    const peer = await open()
    const texts = { a: 'One two three. Four five.', b: 'It costs $5, really. Is that so?', c: 'Seven.' }
    for (const id of Object.keys(texts)) peer.send({ text: ' ', context_id: id, voice_settings: {} })
    const words = Object.entries(texts).map(([id, text]) => ({ id, words: text.match(/\s*\S+/g)! }))
    for (let i = 0; words.some((one) => i < one.words.length); i++)
      for (const one of words) if (i < one.words.length) peer.send({ text: one.words[i], context_id: one.id })
    for (const id of Object.keys(texts))
      peer.send({ text: '', flush: true, context_id: id }, { context_id: id, close_context: true })
    for (const [id, text] of Object.entries(texts)) {
      await expect.poll(() => peer.messages.some(isFinal(id))).toBe(true)
      expect(audioOf(peer.messages, id).equals(await spoken(text))).toBe(true)
      const own = peer.messages.filter(({ contextId }) => contextId === id)
      expect(own.flatMap(({ alignment }) => alignment?.chars ?? []).join('')).toBe(text)
    }
  })

  test('one that is closed drops what was not flushed, and its id can be used again', async () => {
    const peer = await open()
    const long = 'One two three four five six. '.repeat(30)
    peer.send({ text: ' ', context_id: 'a' }, { text: 'Said. ', flush: true, context_id: 'a' })
    peer.send({ text: long, context_id: 'a' }, { context_id: 'a', close_context: true })
    await peer.until(isFinal('a'))
    const first = audioOf(peer.messages, 'a')
    expect(first.subarray(0, (await spoken('Said. ')).length).equals(await spoken('Said. '))).toBe(true)
    expect(first.length).toBeLessThan((await spoken(long)).length)
    const before = peer.messages.length
    peer.send({ text: 'Again.', context_id: 'a', flush: true }, { context_id: 'a', close_context: true })
    await peer.until(isFinal('a'))
    expect(audioOf(peer.messages.slice(before), 'a').equals(await spoken('Again.'))).toBe(true)
  })

  test('close_socket says all that is left, and closes', async () => {
    const peer = await open()
    peer.send({ text: 'One.', context_id: 'a' }, { text: 'Two.' }, { close_socket: true })
    expect(await peer.closed).toBe(1000)
    expect(audioOf(peer.messages, 'a').equals(await spoken('One.'))).toBe(true)
    expect(audioOf(peer.messages, 'default').equals(await spoken('Two.'))).toBe(true)
    expect(peer.messages.filter((message) => message.isFinal)).toHaveLength(2)
  })

  test('have settings of their own', async () => {
    const peer = await open()
    peer.send({ text: ' ', context_id: 'fast', voice_settings: { speed: 1.2 } }, { text: ' ', context_id: 'plain' })
    const text = 'One two three four five six.'
    for (const id of ['fast', 'plain'])
      peer.send({ text, context_id: id, flush: true }, { context_id: id, close_context: true })
    await Promise.all(['fast', 'plain'].map((id) => expect.poll(() => peer.messages.some(isFinal(id))).toBe(true)))
    expect(audioOf(peer.messages, 'plain').equals(await spoken(text))).toBe(true)
    expect(audioOf(peer.messages, 'fast').length).toBeLessThan(audioOf(peer.messages, 'plain').length)
  })

  test('an error ends its context alone', async () => {
    const peer = await open()
    peer.send({ text: 'One.', context_id: 'a' }, { text: '::TO--mah:: no.', context_id: 'b', flush: true })
    expect(await peer.until(isError)).toMatchObject({ contextId: 'b', error: 'invalid_text', code: 1008 })
    peer.send({ text: '', context_id: 'a', flush: true }, { context_id: 'a', close_context: true })
    await peer.until(isFinal('a'))
    expect(audioOf(peer.messages, 'a').equals(await spoken('One.'))).toBe(true)
    // It is open no more: its id begins anew.
    peer.send({ text: 'Two.', context_id: 'b', flush: true }, { context_id: 'b', close_context: true })
    await peer.until(isFinal('b'))
  })

  test('that are idle end, and those that are kept alive do not', async () => {
    const peer = await open('?output_format=pcm_16000&inactivity_timeout=1')
    peer.send({ text: ' ', context_id: 'idle' }, { text: ' ', context_id: 'kept' })
    const keeping = setInterval(() => peer.send({ text: '', context_id: 'kept' }), 200)
    await peer.until(isFinal('idle'))
    clearInterval(keeping)
    expect(peer.messages.some(isFinal('kept'))).toBe(false)
    await peer.until(isFinal('kept'))
  })

  test.each(['0', '181', 'soon'])('an inactivity limit of %s seconds is refused', async (seconds) => {
    await expect(open(`?inactivity_timeout=${seconds}`)).rejects.toThrow('400')
  })

  test('beyond the first take places among the streams of the account', async () => {
    await setPlan(service.db, 'two-streams', { concurrentStreams: 2 })
    const { key } = await createApiKey(service.db, { name: 'k', account: 'contexts', plan: 'two-streams', now: 1 })
    const peer = await open('?output_format=pcm_16000', { headers: { 'xi-api-key': key } })
    peer.send({ text: 'One.', context_id: 'a' }, { text: 'Two.', context_id: 'b' }, { text: 'Three.', context_id: 'c' })
    expect(await peer.until(isError)).toMatchObject({ contextId: 'c', error: 'too_many_concurrent_requests' })
    await expect(open('', { headers: { 'xi-api-key': key } })).rejects.toThrow('429')
    peer.send({ context_id: 'a', close_context: true })
    await peer.until(isFinal('a'))
    peer.send({ text: 'Three.', context_id: 'c', flush: true }, { context_id: 'c', close_context: true })
    await peer.until(isFinal('c'))
  })

  test('messages of any kind never harm the service', async () => {
    const some = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }))
    const flag = fc.oneof(fc.boolean(), some)
    const message = fc.oneof(
      fc.record(
        {
          text: fc.oneof(fc.constant('Hi.'), some),
          context_id: fc.oneof(fc.constantFrom('a', 'b'), some),
          flush: flag,
          close_context: flag,
          voice_settings: some,
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), async (messages) => {
        const peer = await open()
        for (const one of messages) peer.socket.send(JSON.stringify(one))
        peer.send({ close_socket: true })
        expect([1000, 1008]).toContain(await peer.closed)
        expect(peer.messages.some(({ error }) => error === 'internal_error')).toBe(false)
      }),
      { numRuns: 50 },
    )
  })
})

describe.each([
  ['stream-input', '/v1/text-to-speech/tone/stream-input', {}, { text: '' }],
  ['multi-stream-input', PATH, { context_id: 'a' }, { close_socket: true }],
] as const)('the key of %s', (_, path, id, end) => {
  const said = (messages: readonly Message[]) =>
    Buffer.concat(messages.flatMap(({ audio }) => (audio ? [Buffer.from(audio, 'base64')] : [])))

  test.each([
    [`&xi_api_key=${TEST_KEY}`, {}],
    [`&authorization=${TEST_KEY}`, {}],
    [`&authorization=Bearer%20${TEST_KEY}`, {}],
    ['', { xi_api_key: TEST_KEY }],
    ['', { authorization: `Bearer ${TEST_KEY}` }],
  ])('may stand in the query or in the first message: %#', async (query, fields) => {
    const peer = await open(`?output_format=pcm_16000${query}`, {}, path)
    peer.send({ text: ' ', ...id, ...fields }, { text: 'Hello.', ...id, flush: true }, end)
    expect(await peer.closed).toBe(1000)
    expect(said(peer.messages).equals(await spoken('Hello.'))).toBe(true)
  })

  test.each([{}, { xi_api_key: 'wrong' }, { xi_api_key: 5 }])('in a first message %j is refused', async (fields) => {
    const peer = await open('', {}, path)
    peer.send({ text: 'Hello.', ...id, ...fields })
    expect(await peer.until(isError)).toMatchObject({ error: 'invalid_api_key' })
    expect(await peer.closed).toBe(1008)
  })

  test('ends the connection when it is revoked, however it came', async () => {
    const { key, record } = await createApiKey(service.db, { name: 'k', account: 'late key', now: Date.now() })
    const peer = await open('', {}, path)
    peer.send({ text: 'Hello.', ...id, flush: true, xi_api_key: key })
    await peer.until(({ audio }) => Boolean(audio))
    await revokeKey(service.db, { keyId: record.id }, { actor: { kind: 'operator', name: 'tester' }, now: Date.now() })
    expect(await peer.closed).toBe(1008)
  })

  test('needs the scope to speak', async () => {
    const { key } = await createApiKey(service.db, {
      name: 'k',
      account: 'late scope',
      scopes: ['usage'],
      now: Date.now(),
    })
    const peer = await open('', {}, path)
    peer.send({ text: 'Hello.', ...id, xi_api_key: key })
    expect(await peer.until(isError)).toMatchObject({ error: 'missing_permissions' })
    expect(await peer.closed).toBe(1008)
  })
})

test('a key in the query of a request that is no WebSocket is not looked at', async () => {
  const answer = await fetch(`${service.url}/v1/text-to-speech/tone?xi_api_key=${TEST_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello.' }),
  })
  expect(answer.status).toBe(401)
})
