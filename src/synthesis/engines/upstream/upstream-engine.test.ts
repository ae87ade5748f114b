import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngine } from '../../../../test/support/describe-engine.ts'
import { makeSegment, makeWord, NORTH_WIND } from '../../../../test/support/make-segment.ts'
import { speakWhole } from '../../../../test/support/speak-whole.ts'
import { type SpeechServer, startSpeechServer } from '../../../../test/support/speech-server.ts'
import { writePackage } from '../../../../test/support/tiny-voices.ts'
import { loadVoicePackage } from '../../voice-packages/load-voice-package.ts'
import { createUpstreamEngine } from './upstream-engine.ts'

let server: SpeechServer
beforeAll(async () => {
  server = await startSpeechServer()
})
afterAll(() => server.close())

const FACTS = { name: 'neighbour', engine: 'upstream', sampleRate: 24_000 }

async function open(changes: Readonly<Record<string, unknown>> = {}, facts = FACTS, keys = {}) {
  const settings = {
    baseUrl: server.baseUrl,
    model: 'tts-1',
    voices: ['alloy', 'nova'],
    responseFormat: 'wav',
    ...changes,
  }
  const voicePackage = await loadVoicePackage(writePackage({ ...facts, settings }, {}))
  return createUpstreamEngine(voicePackage, keys, { retryDelayMs: 5 })
}

describeEngine('upstream engine', () => open(), 'nova')

test('asks for the words with their marks, and with the key of the environment', async () => {
  const key = { VOICE_KEY_NEIGHBOUR: 'secret' }
  const engine = await open({ keyVariable: 'VOICE_KEY_NEIGHBOUR' }, FACTS, key)
  const words = [
    makeWord('HH EH0 L OW1', { text: 'hello', pauseSeconds: 0.2 }),
    makeWord('IH1 T S', { text: "it's" }),
    makeWord('M IY1', { text: '<b>me</b>', pauseSeconds: 0.1 }),
  ]
  await speakWhole(engine, makeSegment('alloy', words))
  expect(server.calls.at(-1)).toEqual({
    path: '/v1/audio/speech',
    authorization: 'Bearer secret',
    body: { model: 'tts-1', voice: 'alloy', input: "hello, it's b me b,", response_format: 'wav' },
  })
})

test('tells that its times are estimates, and that it renders no delivery', async () => {
  const engine = await open()
  expect(engine).toMatchObject({
    name: 'neighbour',
    timing: 'estimated',
    voices: ['alloy', 'nova'],
    sampleRate: 24_000,
  })
  expect(engine.renders('alloy').size).toBe(0)
  expect(() => engine.renders('echo')).toThrow('neighbour has alloy, nova')
})

test('speaks PCM without a header', async () => {
  const [wav, pcm] = await Promise.all([open(), open({ responseFormat: 'pcm' })])
  const segment = makeSegment('alloy', NORTH_WIND)
  expect((await speakWhole(pcm, segment)).audio).toEqual((await speakWhole(wav, segment)).audio)
})

test.each([429, 500, 503])('tries again after %i, and speaks when the server does', async (status) => {
  const engine = await open()
  server.misbehave.push(
    (response) => response.writeHead(status, { 'retry-after': '0.01' }).end('later'),
    (response) => response.writeHead(status).end(),
  )
  expect((await speakWhole(engine, makeSegment('alloy', NORTH_WIND))).words).toHaveLength(NORTH_WIND.length)
})

test('tries again after a broken connection', async () => {
  const engine = await open()
  server.misbehave.push((response) => response.destroy())
  expect((await speakWhole(engine, makeSegment('alloy', NORTH_WIND))).words).toHaveLength(NORTH_WIND.length)
})

const refuse = (status: number, text: string, headers = {}) => ({
  misbehave: (response: ServerResponse) => response.writeHead(status, headers).end(text),
})

test.each([
  ['gives up after three attempts', { ...refuse(503, 'no\n  room'), times: 3 }, 'it answered 503: no room'],
  ['does not repeat what the server refuses', { ...refuse(401, 'wrong key'), times: 1 }, 'it answered 401: wrong key'],
  [
    'does not wait longer than callers would',
    { ...refuse(429, '', { 'retry-after': '3600' }), times: 1 },
    'it answered 429',
  ],
])('%s', async (_, { misbehave, times }, message) => {
  const engine = await open()
  for (let i = 0; i < times; i++) server.misbehave.push(misbehave)
  const before = server.calls.length
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND))).rejects.toThrow(
    `Cannot speak with the server of "neighbour": ${message}`,
  )
  expect(server.calls.length - before).toBe(times)
})

test('gives up on a server that does not answer', async () => {
  const engine = await open({ timeoutSeconds: 0.2 })
  server.misbehave.push(() => {})
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND))).rejects.toThrow('no answer within 0.2 s')
})

test('stops waiting for the server when the caller leaves', async () => {
  const engine = await open()
  const controller = new AbortController()
  const reason = new Error('the caller left')
  server.misbehave.push(() => controller.abort(reason))
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND), controller.signal)).rejects.toBe(reason)
})

test('says that nobody is there', async () => {
  const gone = await startSpeechServer()
  await gone.close()
  const engine = await open({ baseUrl: gone.baseUrl })
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND))).rejects.toThrow(
    'the connection failed (ECONNREFUSED)',
  )
})

test.each([
  [
    'another sample rate than the manifest',
    {},
    { ...FACTS, sampleRate: 16_000 },
    'it answered 24000 Hz, and the manifest says 16000',
  ],
])('refuses answers of %s', async (_, settings, facts, message) => {
  const engine = await open(settings, facts)
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND))).rejects.toThrow(message)
})

test('refuses an answer with too few samples, and one that is no sound', async () => {
  const engine = await open()
  server.misbehave.push((response) => response.end('{"error":"text"}'))
  await expect(speakWhole(engine, makeSegment('alloy', NORTH_WIND))).rejects.toThrow('Cannot read WAV')
  const pcm = await open({ responseFormat: 'pcm' })
  server.misbehave.push((response) => response.end())
  await expect(speakWhole(pcm, makeSegment('alloy', NORTH_WIND))).rejects.toThrow('it answered 0 samples for 12 words')
})

test.each([
  ['a base URL that is none', { baseUrl: 'speech.example.com' }, 'settings: /baseUrl'],
  ['no voices', { voices: [] }, 'settings: /voices'],
  ['a compressed format', { responseFormat: 'mp3' }, 'settings: /responseFormat'],
  ['a variable that is no voice key', { keyVariable: 'AWS_SECRET_ACCESS_KEY' }, 'settings: /keyVariable'],
  ['a key that is not set', { keyVariable: 'VOICE_KEY_X' }, 'the environment variable VOICE_KEY_X is not set'],
])('refuses %s', async (_, changes, problem) => {
  await expect(open(changes)).rejects.toThrow(`Cannot load voice "neighbour": ${problem}`)
})
