import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedWebhook = { readonly path: string; readonly headers: Record<string, string>; readonly body: string }

export type WebhookReceiver = {
  readonly url: string
  readonly port: number
  readonly received: readonly ReceivedWebhook[]
  /** What it does with the next requests instead of answering 200, one entry a request. */
  readonly misbehave: ((response: ServerResponse) => void)[]
  /** Resolves when it has received so many in all. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

/** A server that keeps the webhooks it gets, on a free port unless an address is given. */
export async function startWebhookReceiver({ host = '127.0.0.1', port: wanted = 0 } = {}): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const misbehave: WebhookReceiver['misbehave'] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
      const misbehaviour = misbehave.shift()
      if (misbehaviour === undefined) response.end('thanks')
      else misbehaviour(response)
      server.emit('received')
    })
  })
  server.listen(wanted, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    received,
    misbehave,
    async until(count) {
      while (received.length < count) await once(server, 'received')
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
