import { Agent, request } from 'node:http'
import { BENCH_KEY } from './bench-service.ts'

/** One answer. Times are milliseconds from the moment the request was made. */
export type Answer = {
  readonly status: number
  readonly body: Buffer
  readonly firstByteMs: number
  readonly totalMs: number
}

/** A caller with a connection of its own that stays open. */
export type HttpCaller = {
  /** Sends `body` as JSON, or asks with GET if there is none. Rejects if the connection breaks off. */
  call(path: string, body?: unknown): Promise<Answer>
  close(): void
}

/** A caller of the API at `url`, which is an address without a path. */
export function openHttpCaller(url: string): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: (path, body) => call(`${url}/v1/tts${path}`, agent, body),
    close: () => agent.destroy(),
  }
}

function call(url: string, agent: Agent, body: unknown): Promise<Answer> {
  const content = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let firstByteMs = Number.NaN
    const headers = { 'x-api-key': BENCH_KEY, 'content-length': Buffer.byteLength(content) }
    const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => {
        if (parts.length === 0) firstByteMs = performance.now() - began
        parts.push(part)
      })
      response.on('end', () => {
        const totalMs = performance.now() - began
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), firstByteMs, totalMs })
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(content)
  })
}

/** The body of an answer that must be a success. */
export function successOf({ status, body }: Pick<Answer, 'status' | 'body'>): Buffer {
  if (status !== 200) throw new Error(`The service answered ${status}: ${body.toString()}`)
  return body
}
