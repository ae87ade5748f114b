import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { findFreePort } from '../support/find-free-port.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DOCS = readFileSync(new URL('../../docs/doors.md', import.meta.url), 'utf8')
const GREETING = 'Hello! How can I help you?'

type Message = {
  readonly event: string
  readonly streamSid: string
  readonly media?: { readonly payload: string }
  readonly mark?: { readonly name: string }
}

let service: TestService
let bridge: ChildProcess
let folder: string
let url: string
let printed = ''

/** Starts the bridge that the documentation shows, as it is. */
beforeAll(async () => {
  service = await startTestService()
  const code = /```js\n(\/\/ bridge\.mjs\n.*?)```/s.exec(DOCS)![1]!
  // Where it finds `ws`.
  folder = await mkdtemp(join(HERE, '.bridge-'))
  const file = join(folder, 'bridge.mjs')
  await writeFile(file, code)
  const port = await findFreePort()
  url = `ws://127.0.0.1:${port}`
  const env = { ...process.env, DECLAIM_URL: service.url, DECLAIM_API_KEY: TEST_KEY, PORT: String(port) }
  bridge = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  bridge.stdout!.on('data', (text: Buffer) => {
    printed += text.toString()
  })
})
afterAll(async () => {
  bridge.kill()
  await service.close()
  await rm(folder, { recursive: true })
})

/** Connects as a media gateway does, once the bridge listens. */
async function openGateway(): Promise<WebSocket> {
  for (;;) {
    const socket = new WebSocket(url)
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('open', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return socket
  }
}

type Call = { readonly socket: WebSocket; readonly messages: Message[]; until(event: string): Promise<Message> }

/** Begins a call with the messages that Twilio documents for Media Streams. */
async function call(): Promise<Call> {
  const socket = await openGateway()
  const messages: Message[] = []
  let taken = 0
  let notify = (): void => {}
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message)
    notify()
  })
  const send = (message: object): void => socket.send(JSON.stringify(message))
  const streamSid = 'MZ18ad3ab5a668481ce02b83e7395059f0'
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
  send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
  send({
    event: 'start',
    sequenceNumber: '1',
    start: { streamSid, callSid: 'CA1', tracks: ['inbound'], mediaFormat },
    streamSid,
  })
  const payload = Buffer.alloc(160, 0xff).toString('base64')
  send({
    event: 'media',
    sequenceNumber: '2',
    media: { track: 'inbound', chunk: '1', timestamp: '5', payload },
    streamSid,
  })
  return {
    socket,
    messages,
    async until(event) {
      for (;;) {
        for (; taken < messages.length; taken++) {
          const message = messages[taken]!
          if (message.event !== event) continue
          taken += 1
          return message
        }
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
  }
}

const audioOf = (messages: readonly Message[]): readonly Buffer[] =>
  messages.flatMap(({ media }) => (media === undefined ? [] : [Buffer.from(media.payload, 'base64')]))

test('the bridge of the documentation sends frames of 20 ms that make the speech', async () => {
  const { socket, messages, until } = await call()
  expect((await until('mark')).mark).toEqual({ name: 'text-1' })
  const frames = audioOf(messages)
  expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([160]))
  expect(new Set(messages.map(({ streamSid }) => streamSid))).toEqual(new Set(['MZ18ad3ab5a668481ce02b83e7395059f0']))
  const body = { speaker_id: 3, text: GREETING, audio_configs: { file_format: 'mulaw' } }
  const whole = Buffer.from(await (await service.call('/stream', { body })).arrayBuffer())
  expect(Buffer.concat(frames).subarray(0, whole.length).equals(whole)).toBe(true)
  socket.close()
})

test('a key that the caller presses ends the speech, and clears what waits in the gateway', async () => {
  const { socket, messages, until } = await call()
  await until('media')
  socket.send(
    JSON.stringify({
      event: 'dtmf',
      streamSid: 'MZ1',
      sequenceNumber: '5',
      dtmf: { track: 'inbound_track', digit: '1' },
    }),
  )
  await until('clear')
  while (!printed.includes('The caller heard:')) await new Promise((resolve) => bridge.stdout!.once('data', resolve))
  socket.close()
  await new Promise((resolve) => socket.once('close', resolve))
  // All of it may have been made before the key was pressed; nothing comes after.
  const cleared = messages.findIndex(({ event }) => event === 'clear')
  expect(messages.slice(cleared).some(({ event }) => event === 'mark')).toBe(false)
  expect(audioOf(messages.slice(cleared))).toEqual([])
})

test('a caller that hangs up at once does not end the bridge, and the calls of others with it', async () => {
  const socket = await openGateway()
  socket.terminate()
  const { until, socket: next } = await call()
  expect((await until('mark')).mark).toEqual({ name: 'text-1' })
  expect(bridge.exitCode).toBeNull()
  next.close()
})
