import { subscribe } from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from '../support/read-metrics.ts'
import { startTestService, TEST_KEY, type TestService, TONE_AVATARS } from '../support/test-service.ts'

const AVATARS = new URL('../../data/avatars.json', import.meta.url)
const SPEAKERS = { tone: 3, ember: 1003 }
const SENTENCE = 'The sailors were mending their nets beside the wall, and the gulls circled over the quiet harbour. '
const SENTENCES = 150
/** What a second of audio takes on the wire. High rates, so that the buffers of the system hold little of it. */
const BYTES_PER_SECOND = { pcm: 96_000, mp3: 16_000 }
const SAMPLE_RATE = 48_000
const SETTLED_MS = 1500

type Avatar = { readonly id: number; readonly name: string }
const readAvatars = (path: string | URL): readonly Avatar[] => JSON.parse(readFileSync(path, 'utf8'))

let service: TestService
/** The service's side of the connection on which a stream was last asked for. */
const streaming: { socket?: Socket } = {}
const streamingSocket = (): Socket | undefined => streaming.socket
beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'declaim-avatars-')), 'avatars.json')
  const ember = readAvatars(AVATARS).find(({ id }) => id === 3)!
  writeFileSync(file, JSON.stringify([...readAvatars(TONE_AVATARS), { ...ember, id: SPEAKERS.ember }]))
  service = await startTestService({ AVATARS_FILE: file, MAX_TEXT_LENGTH: '100000' })
  subscribe('http.server.request.start', (message) => {
    const { request, socket } = message as { readonly request: IncomingMessage; readonly socket: Socket }
    if (request.url?.endsWith('/stream')) streaming.socket = socket
  })
})
afterAll(() => service.close())

/** Seconds of audio that the engines have made so far. */
async function madeSeconds(): Promise<number> {
  return (await readMetrics(service.url)).get('declaim_speech_seconds_total') ?? 0
}

/** Asks for a stream and never reads it. */
function askAndWait(speakerId: number, format: keyof typeof BYTES_PER_SECOND): Socket {
  const text = SENTENCE.repeat(SENTENCES)
  const audio_configs = { file_format: format, sample_rate: SAMPLE_RATE }
  const body = JSON.stringify({ speaker_id: speakerId, text, audio_configs })
  const head = `POST /v1/tts/stream HTTP/1.1\r\nHost: test\r\nX-Api-Key: ${TEST_KEY}\r\nContent-Length: ${body.length}`
  const { hostname, port } = new URL(service.url)
  const caller = connect(Number(port), hostname)
  caller.pause()
  caller.write(`${head}\r\n\r\n${body}`)
  return caller
}

test.each([
  ['tone', 'pcm'],
  ['tone', 'mp3'],
  ['ember', 'pcm'],
] as const)(
  'of %s as %s no more than 2 s are in memory for a reader who stops',
  async (voice, format) => {
    const before = await madeSeconds()
    delete streaming.socket
    const caller = askAndWait(SPEAKERS[voice], format)
    let [made, sent, mostAhead] = [0, 0, 0]
    for (let changed = performance.now(); performance.now() - changed < SETTLED_MS; await sleep(5)) {
      const socket = streamingSocket()
      // What the socket still holds has not been taken by the system.
      const nowSent =
        socket === undefined ? 0 : (socket.bytesWritten - socket.writableLength) / BYTES_PER_SECOND[format]
      const nowMade = (await madeSeconds()) - before
      if (nowMade !== made || nowSent !== sent || nowMade === 0) changed = performance.now()
      ;[made, sent] = [nowMade, nowSent]
      mostAhead = Math.max(mostAhead, made - sent)
    }
    caller.destroy()
    expect(sent).toBeGreaterThan(1)
    // It did stop: a sentence takes more than four seconds.
    expect(made).toBeLessThan(4 * SENTENCES)
    expect(mostAhead).toBeLessThan(2)
  },
  120_000,
)
