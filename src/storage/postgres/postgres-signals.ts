import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createLocalSignals, type Signals, TOPICS } from '../signals.ts'

export type PostgresSignalsOptions = {
  readonly url: string
  /** Called if the connection breaks. It is then opened again. */
  readonly onError: (error: unknown) => void
}

/** Triggers of the database notify this channel: see the migration `addSignals`. */
const CHANNEL = 'declaim'
const CONNECT_TIMEOUT_MS = 5000
/** A connection that no longer answers is noticed after this time. */
const HEARTBEAT_MS = 10_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5000

/** Signals of all processes that share a PostgreSQL database, by LISTEN and NOTIFY on a connection of its own. */
export async function openPostgresSignals({ url, onError }: PostgresSignalsOptions): Promise<Signals> {
  const local = createLocalSignals()
  const closing = new AbortController()
  const { signal } = closing
  let current: Listening | undefined = await listen(url, receive)
  const listening = keepListening()

  function receive({ payload = '' }: pg.Notification): void {
    const [name, detail] = payload.split(' ', 2)
    const topic = TOPICS.find((one) => one === name)
    if (topic !== undefined) local.emit(topic, detail ?? '')
  }

  async function keepListening(): Promise<void> {
    let delayMs = FIRST_DELAY_MS
    while (!signal.aborted) {
      const error = await (current === undefined ? undefined : current.untilBroken(signal))
      await current?.end()
      if (signal.aborted) return
      if (error !== undefined) onError(error)
      if (current === undefined) await sleep(delayMs, undefined, { signal }).catch(() => {})
      current = await listen(url, receive).catch(() => undefined)
      delayMs = current === undefined ? Math.min(MAX_DELAY_MS, 2 * delayMs) : FIRST_DELAY_MS
      // Signals that were sent in between are lost.
      if (current !== undefined) for (const topic of TOPICS) local.emit(topic)
    }
    await current?.end()
  }

  return {
    ...local,
    announce: (topic, detail) => current?.notify(`${topic} ${detail}`),
    async close() {
      closing.abort()
      await listening
      await local.close()
    },
  }
}

type Listening = {
  /** Notifies all processes, this one too. */
  notify(payload: string): void
  /** Resolves with what broke the connection, or with undefined when `signal` aborts. */
  untilBroken(signal: AbortSignal): Promise<unknown>
  end(): Promise<void>
}

async function listen(url: string, receive: (message: pg.Notification) => void): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'declaim-signals',
  })
  const broken = Promise.withResolvers<unknown>()
  client.on('error', broken.resolve)
  client.on('end', () => broken.resolve(new Error('The connection for notifications ended')))
  client.on('notification', receive)
  const end = (): Promise<void> => client.end().catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    await end()
    throw error
  }
  return {
    notify: (payload) => void client.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(broken.resolve),
    async untilBroken(signal) {
      const beat = setInterval(() => void client.query('select 1').catch(broken.resolve), HEARTBEAT_MS)
      const stop = (): void => broken.resolve(undefined)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      const error = await broken.promise
      signal.removeEventListener('abort', stop)
      clearInterval(beat)
      return error
    },
    end,
  }
}
