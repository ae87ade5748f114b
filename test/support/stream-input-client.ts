import WebSocket from 'ws'

/** What the service sent, in order: audio as bytes, everything else as its JSON. */
export type SentItem = Buffer | Readonly<Record<string, unknown>>

/** A client of the stream-input socket. */
export type StreamInputClient = {
  readonly items: SentItem[]
  /** When each of `items` came, by performance.now(). */
  readonly times: number[]
  send(message: object | string | Buffer): void
  /** Resolves with the next event of a type, or one that has come and was not awaited yet. */
  event(type: string): Promise<Record<string, unknown>>
  /** Resolves when the connection has closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  /** All audio so far. */
  audio(): Buffer
  /** All events of a type so far. */
  events(type: string): readonly Readonly<Record<string, unknown>>[]
  readonly socket: WebSocket
  end(): Promise<void>
}

export type ConnectOptions = {
  readonly key?: string | undefined
  readonly protocols?: readonly string[]
}

/** Connects to a WebSocket; rejects with the status and body if the service refuses. */
export async function connect(url: string, { key, protocols = [] }: ConnectOptions): Promise<StreamInputClient> {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols], { headers })
  const items: SentItem[] = []
  const times: number[] = []
  let taken = 0
  let notify = (): void => {}
  socket.on('message', (data: Buffer, isBinary) => {
    items.push(isBinary ? data : (JSON.parse(data.toString()) as Record<string, unknown>))
    times.push(performance.now())
    notify()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
      notify()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
    socket.once('unexpected-response', (_, response) => {
      const body: Buffer[] = []
      response.on('data', (part: Buffer) => body.push(part))
      response.on('end', () => reject(new Error(`${response.statusCode} ${Buffer.concat(body).toString()}`)))
    })
  })
  socket.on('error', () => {})
  return {
    items,
    times,
    socket,
    closed,
    send(message) {
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
    },
    async event(type) {
      for (;;) {
        for (; taken < items.length; taken++) {
          const item = items[taken]!
          if (Buffer.isBuffer(item) || item.type !== type) continue
          taken += 1
          return item as Record<string, unknown>
        }
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`The connection closed before "${type}"`)
        await new Promise<void>((resolve) => {
          notify = resolve
        })
      }
    },
    audio: () => Buffer.concat(items.filter((item) => Buffer.isBuffer(item))),
    events: (type) => items.flatMap((item) => (Buffer.isBuffer(item) || item.type !== type ? [] : [item])),
    async end() {
      socket.close()
      await closed
    },
  }
}
