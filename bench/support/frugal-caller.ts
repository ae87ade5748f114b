import { once } from 'node:events'
import { connect } from 'node:net'
import { BENCH_KEY } from './bench-service.ts'

/**
 * A caller with a connection of its own that makes no garbage: with `node:http`, collections in the caller took 5 to 10 ms three times a
 * second, and it measured itself.
 */
export type FrugalCaller = {
  /** Sends a request and returns how many milliseconds passed until its whole answer was there. Rejects if the connection breaks off. */
  call(request: Buffer): Promise<number>
  /** The last answer. */
  answer(): { readonly status: number; readonly body: Buffer }
  close(): void
}

/** Longer than any answer. */
const ANSWER_BYTES = 1 << 20
const READ_BYTES = 1 << 16
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** The bytes of a request of the API: POST with `body`, or GET if there is none. */
export function encodeRequest(path: string, body?: unknown): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${body === undefined ? 'GET' : 'POST'} /v1/tts${path} HTTP/1.1`,
    'host: localhost',
    `x-api-key: ${BENCH_KEY}`,
    `content-length: ${Buffer.byteLength(content)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
}

export async function openFrugalCaller(url: string): Promise<FrugalCaller> {
  const { hostname, port } = new URL(url)
  const received = Buffer.alloc(ANSWER_BYTES)
  let length = 0
  let calling = Promise.withResolvers<number>()
  let began = 0
  const read = (count: number, bytes: Uint8Array): boolean => {
    received.set(bytes.subarray(0, count), length)
    length += count
    if (isWhole(received.subarray(0, length))) calling.resolve(performance.now() - began)
    return true
  }
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: read },
  })
  await once(socket, 'connect')
  // Nobody waits for a call yet.
  calling.promise.catch(() => {})
  socket.on('close', () => calling.reject(new Error('The connection was closed')))
  return {
    async call(request) {
      if (socket.destroyed) throw new Error('The connection was closed')
      calling = Promise.withResolvers()
      length = 0
      began = performance.now()
      socket.write(request)
      return await calling.promise
    },
    answer: () => parseAnswer(received.subarray(0, length)),
    close: () => socket.destroy(),
  }
}

function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return false
  const length = contentLength(received, headEnd)
  if (length !== undefined) return received.length >= headEnd + HEAD_END.length + length
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}

/** Undefined for an answer that comes in chunks. */
function contentLength(received: Buffer, headEnd: number): number | undefined {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd)) ?? []
  return length === undefined ? undefined : Number(length)
}

function parseAnswer(received: Buffer): { readonly status: number; readonly body: Buffer } {
  const headEnd = received.indexOf(HEAD_END)
  const body = received.subarray(headEnd + HEAD_END.length)
  const status = Number(received.toString('latin1', 9, 12))
  return { status, body: contentLength(received, headEnd) === undefined ? joinChunks(body) : body }
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(chunks)
}
