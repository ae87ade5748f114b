import { subscribe } from 'node:diagnostics_channel'
import { readdirSync, readlinkSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as post } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countSamples } from '../support/count-samples.ts'
import { readLookups, readMetrics } from '../support/read-metrics.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const SPEAKER = 3
const SENTENCE = 'The sailors were mending their nets beside the wall, and the gulls circled over the quiet harbour. '
const SENTENCES = 150
/** What a second of audio takes on the wire. High rates, so that the buffers of the system hold little of it. */
const BYTES_PER_SECOND = { pcm: 96_000, mp3: 16_000 }
const SAMPLE_RATE = 48_000
const SETTLED_MS = 1500

let service: TestService
/** The service's side of the connection on which a stream was last asked for, and whether it sends anything. */
const streaming: { socket?: Socket; isHeld: boolean } = { isHeld: false }
const streamingSocket = (): Socket | undefined => streaming.socket
beforeAll(async () => {
  service = await startTestService({ METRICS_ADDRESS: '127.0.0.1:0', MAX_TEXT_LENGTH: '100000' })
  subscribe('http.server.request.start', (message) => {
    const { request, socket } = message as { readonly request: IncomingMessage; readonly socket: Socket }
    if (!request.url?.endsWith('/stream')) return
    streaming.socket = socket
    if (streaming.isHeld) socket.cork()
  })
})
afterAll(() => service.close())

/** Seconds of audio that the engines have made so far. */
async function madeSeconds(service: TestService): Promise<number> {
  return (await readMetrics(service)).get('declaim_speech_seconds_total') ?? 0
}

type Caller = { readonly request: ClientRequest; readonly response: Promise<IncomingMessage> }

/** Callers who wait, also of tests that failed: they leave after each. */
const callers = new Set<ClientRequest>()
afterEach(() => {
  for (const caller of callers) caller.destroy()
  callers.clear()
})

/** Asks for a stream and does not read it. */
function askAndWait({ url }: TestService, asked: object): Caller {
  const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
  const request = post(`${url}/v1/tts/stream`, { method: 'POST', headers, agent: false })
  const { promise: response, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  response.catch(() => {})
  callers.add(request)
  request.on('response', resolve).on('error', reject).end(JSON.stringify(asked))
  return { request, response }
}

/** A stream that nobody reads, once nothing moves. In seconds of audio. */
type StalledStream = {
  readonly caller: Caller
  readonly made: number
  readonly sent: number
  /** While it moved, and seen from outside: what is made in the moment between two looks counts too. */
  readonly mostAhead: number
}

/**
 * Asks for a stream that nobody reads, and waits until nothing moves. The buffers of the system take 40 s of audio and more, which must be
 * spoken first. With `isHeld`, the system takes nothing.
 */
async function stallStream(
  on: TestService,
  asked: object,
  { bytesPerSecond, isHeld = false }: { readonly bytesPerSecond: number; readonly isHeld?: boolean },
): Promise<StalledStream> {
  const before = await madeSeconds(on)
  streaming.isHeld = isHeld
  delete streaming.socket
  const caller = askAndWait(on, asked)
  let [made, sent, mostAhead] = [0, 0, 0]
  for (let changed = performance.now(); performance.now() - changed < SETTLED_MS; await sleep(isHeld ? 100 : 25)) {
    const socket = streamingSocket()
    // What the socket still holds has not been taken by the system.
    const nowSent = socket === undefined ? 0 : (socket.bytesWritten - socket.writableLength) / bytesPerSecond
    const nowMade = (await madeSeconds(on)) - before
    // While the system takes all there is, it is this machine that is slow.
    const isBlocked = (socket?.writableLength ?? 0) > 0
    if (nowMade !== made || nowSent !== sent || !isBlocked) changed = performance.now()
    ;[made, sent] = [nowMade, nowSent]
    mostAhead = Math.max(mostAhead, made - sent)
  }
  streaming.isHeld = false
  return { caller, made, sent, mostAhead }
}

test.each(['pcm', 'mp3'] as const)(
  'of a stream as %s no more than 2 s are in memory for a reader who stops',
  async (format) => {
    const audio_configs = { file_format: format, sample_rate: SAMPLE_RATE }
    const asked = { speaker_id: SPEAKER, text: SENTENCE.repeat(SENTENCES), audio_configs }
    const { made, mostAhead } = await stallStream(service, asked, { bytesPerSecond: BYTES_PER_SECOND[format] })
    // It did stop: a sentence takes more than four seconds.
    expect(made).toBeLessThan(4 * SENTENCES)
    expect(mostAhead).toBeLessThan(2)
  },
  120_000,
)

/** One breath of 23 words, which takes seven seconds or more; a number makes each another one. */
const BREATHS = ['one', 'two', 'three']
  .map(
    (number) =>
      `Sailor ${number} mended old nets beside the long stone wall and the gulls circled slowly over the quiet harbour in the early morning.`,
  )
  .join(' ')

/** What is spoken at once, and what is not. Samples a second are those of the engine. */
const AT_ONCE = { speaker_id: 17, text: BREATHS, rate: 16_000 }
const HIGHER = { speaker_id: 17, text: `<pitch value="20">${BREATHS}</pitch>`, rate: 16_000 }
const LOUDER = { speaker_id: 3, text: `<loudness value="9">${BREATHS}</loudness>`, rate: 22_050 }
const IN_CHUNKS = { speaker_id: 3, text: BREATHS, rate: 22_050 }
/** By the state of the segment cache. The neural voice takes long to speak, so each way of it is tested with one of them. */
const SPOKEN: Readonly<Record<'off' | 'on', readonly (readonly [name: string, typeof AT_ONCE])[]>> = {
  off: [
    ['by rms, whose engine gives a segment at once', AT_ONCE],
    ['by rms, higher than it is', HIGHER],
    ['by ember, louder than it can be', LOUDER],
  ],
  on: [
    ['by rms, whose engine gives a segment at once', AT_ONCE],
    ['by ember, in chunks', IN_CHUNKS],
  ],
}
const HELD = { bytesPerSecond: BYTES_PER_SECOND.pcm, isHeld: true }
/** Encoded speech that waits for the connection: at most three stretches of the stream. */
const MOST_ENCODED = 3 * 4096

/** Files below a folder that this process has open, by the first part of their path in it; those without a name too. */
function openFilesBelow(folder: string): readonly string[] {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(join('/proc/self/fd', name))
    } catch {
      return ''
    }
  })
  return links
    .filter((link) => link.startsWith(`${folder}/`))
    .map((link) => link.slice(folder.length + 1).split('/')[0]!)
}

describe.each([
  ['off', '0'],
  ['on', '64'],
] as const)('with the segment cache %s, speech', (cache, SEGMENT_CACHE_MB) => {
  let real: TestService
  /** Samples in memory while nobody is spoken to. */
  let idle: number
  beforeAll(async () => {
    real = await startTestService({
      METRICS_ADDRESS: '127.0.0.1:0',
      AVATARS_FILE: '',
      MAX_TEXT_LENGTH: '100000',
      RENDER_THREADS: '1',
      SEGMENT_CACHE_MB,
    })
    for (const { speaker_id } of [AT_ONCE, IN_CHUNKS]) {
      await (await real.call('/stream', { body: { speaker_id, text: 'Wait for it.' } })).bytes()
    }
    idle = countSamples()
  })
  afterAll(() => real.close())

  describe.each(SPOKEN[cache])('%s', (_name, { rate, ...spoken }) => {
    const asked = { ...spoken, audio_configs: { file_format: 'pcm', sample_rate: SAMPLE_RATE } }
    const whole: Buffer[] = []

    test.each(cache === 'on' ? ['spoken', 'found'] : ['spoken'])(
      'is held for 2 s at most while it is %s',
      async (source) => {
        const before = await readLookups(real)
        const { caller, made, sent } = await stallStream(real, asked, HELD)
        expect((countSamples() - idle + MOST_ENCODED) / rate).toBeLessThan(2)
        expect(made - sent).toBeLessThan(2)

        streaming.socket!.uncork()
        const body = await buffer(await caller.response)
        whole.push(body)
        // It had stopped within the text.
        expect(body.length / BYTES_PER_SECOND.pcm - made).toBeGreaterThan(2)
        const { hits, misses } = await readLookups(real)
        expect(source === 'found' ? misses - before.misses : hits - before.hits).toBe(0)
      },
      120_000,
    )

    test('is the same for a slow reader and for a quick one, to the last byte', async () => {
      whole.push(await buffer((await real.call('/stream', { body: asked })).body!))
      for (const body of whole) expect(body.equals(whole[0]!)).toBe(true)
    })
  })

  test.runIf(process.platform === 'linux')('leaves no open file when its reader leaves', async () => {
    const { rate: _, ...spoken } = AT_ONCE
    const asked = { ...spoken, audio_configs: { file_format: 'pcm', sample_rate: SAMPLE_RATE } }
    const open = () => openFilesBelow(real.dataDirectory).filter((part) => part === 'spill' || part === 'segments')
    const { caller } = await stallStream(real, asked, HELD)
    expect(open()).toEqual([cache === 'on' ? 'segments' : 'spill'])
    caller.request.destroy()
    while (open().length > 0) await sleep(5)
  })
})
