import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { formatPcm16 } from '../../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../../src/audio/encoding/wav-header.ts'
import { joinSamples } from '../../src/audio/samples/join-samples.ts'

/** A request as the server saw it. */
export type SpeechCall = {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly voice: string
    readonly input: string
    readonly response_format: string
  }
}

export type SpeechServer = {
  /** With the version, and without a slash at the end. */
  readonly baseUrl: string
  readonly calls: readonly SpeechCall[]
  /** What it does with the next requests instead of speaking, one entry a request; `speak` speaks after all. */
  readonly misbehave: ((response: ServerResponse, speak: () => void) => void)[]
  close(): Promise<void>
}

export type SpeechServerOptions = {
  readonly host?: string
  readonly port?: number
  /** Decides by the text what becomes of a request; `speak` speaks it. */
  readonly onInput?: (input: string, response: ServerResponse, speak: () => void) => void
}

const SAMPLE_RATE = 24_000
const SECONDS_PER_LETTER = 0.07
const PAUSE_SECONDS = 0.25

/** A server with the OpenAI speech API that says each word as a tone, and each mark as a silence. On a free port unless an address is given. */
export async function startSpeechServer({
  host = '127.0.0.1',
  port = 0,
  onInput,
}: SpeechServerOptions = {}): Promise<SpeechServer> {
  const calls: SpeechCall[] = []
  const misbehave: SpeechServer['misbehave'] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await buffer(request)).toString()) as SpeechCall['body']
    calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
    const speak = (): void => {
      const samples = sayTones(body.input)
      if (body.response_format === 'wav') response.write(formatWavHeader(SAMPLE_RATE))
      response.end(formatPcm16(samples))
    }
    const misbehaviour = misbehave.shift()
    if (onInput !== undefined) onInput(body.input, response, speak)
    else if (misbehaviour === undefined) speak()
    else misbehaviour(response, speak)
  }
  server.listen(port, host)
  await once(server, 'listening')
  return {
    baseUrl: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    calls,
    misbehave,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function sayTones(text: string): Float32Array {
  const parts = (text.match(/[\p{L}\p{N}'’-]+|[^\p{L}\p{N}\s]/gu) ?? []).map((part) =>
    /^[\p{L}\p{N}]/u.test(part)
      ? tone(Math.round(part.length * SECONDS_PER_LETTER * SAMPLE_RATE))
      : new Float32Array(PAUSE_SECONDS * SAMPLE_RATE),
  )
  return joinSamples(parts)
}

function tone(length: number): Float32Array {
  const fade = 120
  return Float32Array.from(
    { length },
    (_, i) => 0.3 * Math.min(1, i / fade, (length - i) / fade) * Math.sin((2 * Math.PI * 200 * i) / SAMPLE_RATE),
  )
}
