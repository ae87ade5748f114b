import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
const sockets: WebSocket[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => service.close())

const BEARER = { authorization: `Bearer ${TEST_KEY}` }

async function ask(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await fetch(`${service.url}/v1/jambonz/speech`, {
    method: 'POST',
    headers: { ...BEARER, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function spoken(text: string, audio_configs: object, speaker_id = 3): Promise<Buffer> {
  return Buffer.from(await (await service.call('/stream', { body: { speaker_id, text, audio_configs } })).arrayBuffer())
}

describe('POST /v1/jambonz/speech', () => {
  test('answers the audio of a text, whose format its type says', async () => {
    const answer = await ask({ language: 'en-US', voice: 'tone', type: 'text', text: 'Hello there.' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(await spoken('Hello there.', {}))).toBe(true)
    const wav = await ask({ voice: 'tone', text: 'Hello there.' }, { accept: 'audio/wav' })
    expect(wav.headers.get('content-type')).toBe('audio/wav')
    expect(
      Buffer.from(await wav.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF')
  })

  test('reads SSML, and chooses a voice by its language', async () => {
    const british = await ask({ language: 'en-GB', text: 'Hello.' })
    expect(Buffer.from(await british.arrayBuffer()).equals(await spoken('Hello.', {}, 4))).toBe(true)
    const ssml = await ask({ voice: 'tone', type: 'ssml', text: '<speak>Hello.<break time="1s"/>You.</speak>' })
    const plain = await ask({ voice: 'tone', type: 'text', text: 'Hello. You.' })
    expect((await ssml.arrayBuffer()).byteLength).toBeGreaterThan((await plain.arrayBuffer()).byteLength + 5000)
  })

  test.each([
    [{}, 400, 'text'],
    [{ text: 5 }, 400, 'text'],
    [{ text: 'Hi.', type: 'x' }, 400, 'type'],
    [{ text: 'Hi.', voice: 'nobody' }, 400, 'Cannot find the voice'],
    ['text', 400, 'expected a JSON object'],
  ])('%j is refused', async (body, status, message) => {
    const answer = await ask(body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { message: string }).message).toContain(message)
  })

  test('needs a key', async () => {
    expect((await ask({ text: 'Hi.' }, { authorization: 'Bearer wrong' })).status).toBe(401)
  })
})

type Received = { readonly events: object[]; readonly audio: Buffer[] }

async function open(query = '?voice=tone&language=en-US&sampleRate=8000'): Promise<{ socket: WebSocket } & Received> {
  const url = `${service.url.replace('http', 'ws')}/v1/jambonz/stream-input${query}`
  const socket = new WebSocket(url, { headers: BEARER })
  sockets.push(socket)
  const received: Received = { events: [], audio: [] }
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) received.audio.push(data)
    else received.events.push(JSON.parse(data.toString()) as object)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, ...received }
}

describe('the WebSocket /v1/jambonz/stream-input', () => {
  test('says its rate, and speaks tokens as they come, text by text', async () => {
    const { socket, events, audio } = await open()
    await expect.poll(() => events).toEqual([{ type: 'connect', data: { sample_rate: 8000, base64_encoding: false } }])
    const bytes = () => Buffer.concat(audio)
    const send = (message: object) => socket.send(JSON.stringify(message))
    for (const text of ['Hello', ' there.', ' How are you?']) send({ type: 'stream', text })
    send({ type: 'flush' })
    const configs = { file_format: 'pcm', sample_rate: 8000 }
    const first = await spoken('Hello there. How are you?', configs)
    await expect.poll(() => bytes().equals(first)).toBe(true)
    send({ type: 'keepalive' })
    send({ type: 'stream', text: 'Again.' })
    send({ type: 'flush' })
    const both = Buffer.concat([first, await spoken('Again.', configs)])
    await expect.poll(() => bytes().equals(both)).toBe(true)
    send({ type: 'stop' })
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1000)
  })

  test('reports a text that cannot be spoken, and speaks the next', async () => {
    const { socket, events, audio } = await open()
    const send = (message: object) => socket.send(JSON.stringify(message))
    send({ type: 'stream', text: '::TO--mah:: no.' })
    send({ type: 'flush' })
    await expect.poll(() => events.at(-1)).toMatchObject({ type: 'error', error: expect.stringContaining('offset') })
    send({ type: 'stream', text: 'Yes.' })
    send({ type: 'flush' })
    await expect.poll(() => audio.length).toBeGreaterThan(0)
  })

  test.each([
    ['?voice=nobody', 'Cannot find the voice'],
    ['?voice=tone&sampleRate=7', 'sample_rate'],
  ])('%s is refused with the reason', async (query, reason) => {
    const { socket, events } = await open(query)
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1008)
    expect(events).toEqual([{ type: 'error', error: expect.stringContaining(reason) }])
  })
})
