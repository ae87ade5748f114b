import { connect } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { formatEvent, WyomingReader } from '../../src/api/doors/wyoming/wyoming-event.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const PCM = { file_format: 'pcm', sample_rate: 16_000 }
/** Bytes a second of the audio. */
const BYTES = 32_000

let service: TestService
let port: number

beforeAll(async () => {
  port = await findFreePort()
  service = await startTestService({ WYOMING_ADDRESS: `127.0.0.1:${port}`, WYOMING_KEY: TEST_KEY })
})
afterAll(async () => {
  await service.close()
})

type Said = { readonly seconds: number; readonly warnings: string }

async function postSpeech(path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  const url = `${service.url}${path}`
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function hear(response: Response, rate = BYTES): Promise<Said> {
  expect(response.status).toBe(200)
  const { byteLength } = await response.arrayBuffer()
  return { seconds: byteLength / rate, warnings: response.headers.get('x-declaim-warning') ?? '' }
}

function own(text: string, ssml: string): Promise<Response> {
  const headers = { 'x-api-key': TEST_KEY, 'x-enable-ssml': ssml }
  return postSpeech('/v1/tts/stream', { speaker_id: 3, text, audio_configs: PCM }, headers)
}

function openAi(input: string): Promise<Response> {
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  return postSpeech('/v1/audio/speech', { model: 'tts-1', voice: 'tone', input, response_format: 'pcm' }, headers)
}

function elevenLabs(text: string, model_id = 'eleven_multilingual_v2'): Promise<Response> {
  const path = '/v1/text-to-speech/tone?output_format=pcm_16000'
  return postSpeech(path, { text, model_id }, { 'xi-api-key': TEST_KEY })
}

async function sayOnSocket(path: string, messages: readonly object[], headers: object): Promise<Said> {
  const socket = new WebSocket(`${service.url.replace(/^http/, 'ws')}${path}`, { headers: { ...headers } })
  await new Promise((resolve) => socket.once('open', resolve))
  let bytes = 0
  let warnings = ''
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const event = isBinary ? {} : JSON.parse(String(data))
    bytes += isBinary ? data.length : Buffer.from(event.audio ?? '', 'base64').length
    warnings += (event.warnings ?? []).join('; ')
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const message of messages) socket.send(JSON.stringify(message))
  await closed
  return { seconds: bytes / BYTES, warnings }
}

const deltas = (text: string): readonly string[] => text.match(/.{1,4}/gs) ?? []

function streamInput(text: string): Promise<Said> {
  const messages = [
    { type: 'start', speaker_id: 3, audio_configs: PCM },
    ...deltas(text).map((delta) => ({ type: 'text', text: delta })),
    { type: 'end' },
  ]
  return sayOnSocket('/v1/tts/stream-input', messages, { 'x-api-key': TEST_KEY })
}

function elevenLabsSocket(text: string, more = '', model = 'eleven_turbo_v2_5'): Promise<Said> {
  const messages = [{ text: ' ' }, ...deltas(text).map((delta) => ({ text: delta })), { text: '' }]
  const path = `/v1/text-to-speech/tone/stream-input?output_format=pcm_16000&model_id=${model}${more}`
  return sayOnSocket(path, messages, { 'xi-api-key': TEST_KEY })
}

async function wyoming(text: string): Promise<Said> {
  const socket = connect(port, '127.0.0.1')
  const reader = new WyomingReader()
  let bytes = 0
  let rate = 1
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (data: Buffer) => {
      for (const { type, data: fields, payload } of reader.push(data)) {
        if (type === 'audio-chunk') {
          bytes += payload?.length ?? 0
          rate = Number(fields.rate)
        }
        if (type === 'error') reject(new Error(String(fields.text)))
        if (type === 'audio-stop') resolve()
      }
    })
    socket.write(formatEvent({ type: 'synthesize', data: { text } }))
  })
  socket.destroy()
  return { seconds: bytes / (rate * 2), warnings: '' }
}

async function mcp(tool: string, text: string): Promise<{ readonly text: string; readonly seconds: number }> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${TEST_KEY}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }) as never)
  const args = tool === 'speak' ? { text, voice: '3', format: 'wav' } : { text, voice: '3' }
  const { content } = (await client.callTool({ name: tool, arguments: args })) as unknown as {
    content: readonly [{ text?: string; data?: string }]
  }
  await client.close()
  const wav = Buffer.from(content[0].data ?? '', 'base64')
  return { text: content[0].text ?? '', seconds: wav.length < 44 ? 0 : (wav.length - 44) / wav.readUInt32LE(28) }
}

const DOORS: readonly (readonly [string, (text: string) => Promise<Said>])[] = [
  ['our own with tags', async (text) => await hear(await own(text, 'tags'))],
  ['OpenAI', async (text) => await hear(await openAi(text), 48_000)],
  ['ElevenLabs', async (text) => await hear(await elevenLabs(text))],
  ['the WebSocket', streamInput],
  ["ElevenLabs' WebSocket", async (text) => await elevenLabsSocket(text)],
  ["ElevenLabs' WebSocket with SSML", async (text) => await elevenLabsSocket(text, '&enable_ssml_parsing=true')],
  ['Wyoming', wyoming],
  ['MCP', async (text) => ({ ...(await mcp('speak', text)), warnings: '' })],
]

describe.each(DOORS)('the API of %s', (_name, say) => {
  test('speaks tags of SSML as what they mean, and never their names', async () => {
    const { seconds: plain } = await say('Wait now.')
    const { seconds: paused } = await say('Wait <break time="1.5s" /> now.')
    expect(paused - plain).toBeGreaterThan(1.2)
    expect(paused - plain).toBeLessThan(2)
    const { seconds: slow } = await say('<prosody rate="50%">Wait now.</prosody>')
    expect(slow).toBeGreaterThan(plain * 1.3)
    const { seconds: marked } = await say('<voice name="x"><mark name="m"/>Wait</voice> now.')
    expect(Math.abs(marked - plain)).toBeLessThan(0.2)
    const { seconds: answered } = await say('<think>They ask me to wait. So I say it.</think>Wait now.')
    expect(Math.abs(answered - plain)).toBeLessThan(0.2)
  })
})

test('ElevenLabs: a phoneme in CMU ARPAbet is one word, and cues are left out under version 3 models alone', async () => {
  const { seconds: plain } = await hear(await elevenLabs('Madison'))
  const tag = '<phoneme alphabet="cmu-arpabet" ph="M AE1 D IH0 S AH0 N">Madison</phoneme>'
  expect(Math.abs((await hear(await elevenLabs(tag))).seconds - plain)).toBeLessThan(0.3)
  const cued = '[whispers] Madison [laughs harder]'
  const { seconds, warnings } = await hear(await elevenLabs(cued, 'eleven_v3'))
  expect(Math.abs(seconds - plain)).toBeLessThan(0.2)
  expect(warnings).toContain('Cue [whispers] is left out: at offset 0')
  expect((await hear(await elevenLabs(cued))).seconds).toBeGreaterThan(plain + 0.5)
  const live = await elevenLabsSocket(cued, '', 'eleven_v3')
  expect(Math.abs(live.seconds - plain)).toBeLessThan(0.2)
  expect(live.warnings).toContain('Cue [laughs harder] is left out')
})

test('plain text: <break time> acts, other tags are left out with a warning, and reasoning is spoken', async () => {
  const plain = await hear(await own('Wait now.', 'false'))
  const paused = await hear(await own('Wait <break time="1.5s"/> now.', 'false'))
  expect(paused.seconds - plain.seconds).toBeGreaterThan(1.2)
  const slow = await hear(await own('<prosody rate="50%">Wait now.</prosody>', 'false'))
  expect(slow.seconds).toBe(plain.seconds)
  expect(slow.warnings).toContain('SSML tag <prosody> is left out, because the text is not SSML')
  const thought = await hear(await own('<think>They ask me.</think>Wait now.', 'false'))
  expect(thought.seconds).toBeGreaterThan(plain.seconds + 0.5)
})

test.each([
  ['our own', async (text: string) => await own(text, 'tags'), 'message'],
  ['OpenAI', openAi, 'error'],
  ['ElevenLabs', async (text: string) => await elevenLabs(text), 'detail'],
])('%s: malformed markup is 400 with its offset', async (_name, say, field) => {
  const response = await say('Say <emphasis>this.')
  expect(response.status).toBe(400)
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  expect(JSON.stringify(body[field])).toContain('<emphasis>: it is never closed; add </emphasis> (at offset 4)')
})

test('tools of MCP explain a text as they speak it', async () => {
  const { text } = await mcp('explain', 'Say <sub alias="hello there">X</sub> <audio src="https://x.test/a.mp3"/>now.')
  expect(text).toContain('hello')
  expect(text).not.toContain('alias')
  expect(text).toContain('SSML tag <audio> is left out')
})
