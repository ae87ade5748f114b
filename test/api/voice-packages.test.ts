import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeMp3 } from '../support/decode-audio.ts'
import { packageAvatar } from '../support/package-avatar.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'
import { makeKokoroPackage, makePiperPackage, writePackage } from '../support/tiny-voices.ts'
import { editManifest } from '../support/voice-packages.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'declaim-voices-'))
let server: ServerProcess
let upstream: SpeechServer

function install(folder: string, avatars: readonly unknown[]): string {
  editManifest(folder, (manifest) => {
    manifest.avatars = avatars
  })
  const place = join(dataDirectory, 'voices', basename(folder))
  cpSync(folder, place, { recursive: true })
  return place
}

beforeAll(async () => {
  upstream = await startSpeechServer()
  const settings = { baseUrl: upstream.baseUrl, model: 'tts-1', voices: ['nova'], responseFormat: 'pcm' }
  install(makePiperPackage('tiny-piper'), [packageAvatar(1001, 'tiny-piper', null)])
  install(makeKokoroPackage('tiny-kokoro'), [packageAvatar(1002, 'af_tone'), packageAvatar(1003, 'am_tone')])
  install(
    writePackage(
      {
        name: 'neighbour',
        engine: 'upstream',
        sampleRate: 24_000,
        settings: { ...settings, keyVariable: 'VOICE_KEY_NEIGHBOUR' },
      },
      {},
    ),
    [packageAvatar(1004, 'nova', 'The neighbour')],
  )
  appendFileSync(join(install(makePiperPackage('damaged'), [packageAvatar(1005, 'damaged')]), 'model.onnx'), 'x')
  install(makePiperPackage('greedy'), [packageAvatar(3, 'greedy')])
  install(makeKokoroPackage('voiceless'), [packageAvatar(1006, 'af_nobody')])
  install(
    writePackage(
      {
        name: 'keyless',
        engine: 'upstream',
        sampleRate: 24_000,
        settings: { ...settings, keyVariable: 'VOICE_KEY_KEYLESS' },
      },
      {},
    ),
    [packageAvatar(1007, 'nova')],
  )
  install(writePackage({ name: 'foreign', engine: 'gramophone', sampleRate: 24_000, settings: {} }, {}), [
    packageAvatar(1008, 'foreign'),
  ])
  server = await startServerProcess({
    DATA_DIR: dataDirectory,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    AVATARS_FILE: TONE_AVATARS,
    RENDER_THREADS: '1',
    LOG_LEVEL: 'error',
    VOICE_KEY_NEIGHBOUR: 'the key',
  })
})

afterAll(async () => {
  await server.stop()
  await upstream.close()
  rmSync(dataDirectory, { recursive: true })
})

function call(path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/v1/tts${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

test('avatars of packages are listed after those of the file, without those of refused packages', async () => {
  const { avatars } = (await (await call('/avatars')).json()) as { avatars: { id: number; source: string | null }[] }
  expect(avatars.map(({ id }) => id)).toEqual([3, 4, 1004, 1002, 1003, 1001])
  expect(avatars.map(({ source }) => source)).toEqual([null, null, 'The neighbour', 'A test', 'A test', null])
})

test.each([
  ['damaged', /^Cannot load voice "damaged": model.onnx has the checksum/],
  ['greedy', /^Cannot load voice "greedy": avatars: Cannot read avatar 1: its id 3 is already that of Tone of tone$/],
  [
    'voiceless',
    /^Cannot load voice "voiceless": avatar 1006 speaks with its voice "af_nobody", and it has af_tone, am_tone$/,
  ],
  ['keyless', /^Cannot load voice "keyless": the environment variable VOICE_KEY_KEYLESS is not set$/],
  ['foreign', /^Cannot load voice "foreign": it is for the engine "gramophone", which is not known$/],
])('the log names the package "%s" and why it is refused', (name, message) => {
  const messages = server.lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg as string)
  expect(messages.filter((line) => line.includes(`"${name}"`))).toEqual([expect.stringMatching(message)])
})

test.each([3, 1001, 1002, 1004])('avatar %i speaks', async (speaker_id) => {
  const response = await call('/stream', { speaker_id, text: 'Hello there, this is a longer sentence.' })
  expect(response.status).toBe(200)
  const samples = await decodeMp3(Buffer.from(await response.arrayBuffer()))
  expect(samples.length).toBeGreaterThan(24_000)
})

test('an upstream server gets the key that the operator set', async () => {
  await call('/stream', { speaker_id: 1004, text: 'Hello there.' })
  expect(upstream.calls.at(-1)?.authorization).toBe('Bearer the key')
})

test.each([
  [1001, 1],
  [1004, 0.5],
])('the word timing of avatar %i has confidence %f', async (speaker_id, confidence) => {
  const response = await call('/word-timing', { speaker_id, text: 'One, two.' })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const { results } = JSON.parse(strFromU8(files['word-timing.json']!))
  expect(results[0].alternatives[0]).toMatchObject({ transcript: 'One, two.', confidence })
})

test('an upstream server that fails is an error of the service, and no other voice minds', async () => {
  for (let i = 0; i < 3; i++) upstream.misbehave.push((response) => response.writeHead(400).end('the key is wrong'))
  const [failed, other] = await Promise.all(
    [1004, 3].map((speaker_id) => call('/stream', { speaker_id, text: 'Hello.' })),
  )
  expect(failed!.status).toBe(500)
  expect(await failed!.text()).not.toContain('key')
  expect(other!.status).toBe(200)
  await other!.arrayBuffer()
  upstream.misbehave.length = 0
})

test('a timed stream that breaks off ends the connection without the closing boundary', async () => {
  const text = 'This sentence is one of a great many, and they go on and on. '.repeat(16).trim()
  const body = JSON.stringify({ speaker_id: 1004, text, include_word_timing: true })
  const headers = { 'x-api-key': TEST_KEY, accept: 'multipart/mixed' }
  const asked = request(`${server.url}/v1/tts/stream`, { method: 'POST', headers }).end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  const broken = new Promise((resolve) => {
    answer.on('error', resolve).on('end', () => resolve('ended'))
  })
  const refuse = (response: ServerResponse) => response.writeHead(400).end('no more')
  answer.on('data', (chunk: Buffer) => {
    if (chunks.push(chunk) === 1) upstream.misbehave.push(...Array.from({ length: 100 }, () => refuse))
  })
  expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  upstream.misbehave.length = 0
  const received = Buffer.concat(chunks)
  expect([answer.statusCode, answer.complete]).toEqual([200, false])
  expect(received.toString('latin1')).toMatch(/^--[\w-]+\r\nContent-Type: application\/json\r\n/)
  expect(received.toString('latin1')).not.toMatch(/--\r\n$/)
})
