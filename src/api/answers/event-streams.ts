import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Followed } from '../../jobs/events/event-feed.ts'
import type { App } from '../app.ts'
import { abortWhenCallerLeaves } from './caller-left.ts'
import { sendStream } from './send-stream.ts'

/** Connections of one account to one process, for each kind of stream. */
const MAX_CONNECTIONS = 20
const HEARTBEAT_MS = 15_000
/** The answer ends after this time, and the reader connects again: proxies do not keep connections for ever. */
const MAX_AGE_MS = 15 * 60_000
/** Milliseconds after which a browser asks again. */
const RETRY_MS = 2000

/** Answers with server-sent events (HTML Standard, section 9.2). */
export interface EventStreams {
  /** Sends events until `write` ends, the caller leaves or the answer is old. Throws RATE_LIMITED if the account has too many. */
  send(
    request: Pick<FastifyRequest, 'accountId'>,
    reply: FastifyReply,
    write: (signal: AbortSignal) => AsyncGenerator<string>,
  ): FastifyReply
}

/** `subject` says in errors what is followed. */
export function createEventStreams(app: App, subject: string): EventStreams {
  const connections = new Map<string, number>()
  const endings = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of endings) end()
  })
  return {
    send({ accountId }, reply, write) {
      const open = connections.get(accountId) ?? 0
      if (open >= MAX_CONNECTIONS) throw tooManyConnections(subject)
      connections.set(accountId, open + 1)
      const ending = new AbortController()
      const end = (): void => ending.abort()
      const age = setTimeout(end, MAX_AGE_MS)
      endings.add(end)
      abortWhenCallerLeaves(reply).addEventListener('abort', end, { once: true })
      const stream = Readable.from(begin(write(ending.signal)), { objectMode: false })
      stream.once('close', () => {
        end()
        clearTimeout(age)
        endings.delete(end)
        release(connections, accountId)
      })
      void reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return sendStream(reply, stream)
    },
  }
}

async function* begin(events: AsyncGenerator<string>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`
  yield* events
}

function release(connections: Map<string, number>, accountId: string): void {
  const rest = connections.get(accountId)! - 1
  if (rest === 0) connections.delete(accountId)
  else connections.set(accountId, rest)
}

/** What keeps a connection open that has nothing to tell. */
export const NOTHING_NEW = ': nothing new\n\n'

/** Waits until there is news or `signal` aborts; false if neither happens for a while. */
export async function hasNews(followed: Followed, after: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true
  const waiting = new AbortController()
  const stop = (): void => waiting.abort()
  const heartbeat = setTimeout(stop, HEARTBEAT_MS)
  signal.addEventListener('abort', stop, { once: true })
  await followed.after(after, waiting.signal)
  clearTimeout(heartbeat)
  signal.removeEventListener('abort', stop)
  return !waiting.signal.aborted || signal.aborted
}

function tooManyConnections(subject: string): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Cannot follow ${subject}: ${MAX_CONNECTIONS} connections of this account do`,
    {
      headers: { 'retry-after': '5' },
    },
  )
}
