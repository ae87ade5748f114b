import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { receiveMessages } from './receive-messages.ts'

/** More than the system keeps of a connection that nobody reads. */
const MESSAGES = 600
const PADDING = 'x'.repeat(60_000)

test('a client whose messages are not handled yet keeps them itself, and then all are handled in order', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const handled: number[] = []
  let received = 0
  server.on('connection', (socket) => {
    socket.on('message', () => {
      received += 1
    })
    receiveMessages(socket, async (data) => {
      await released
      handled.push(Number.parseInt(data.toString(), 10))
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    await once(client, 'open')
    for (let i = 0; i < MESSAGES; i++) client.send(`${i} ${PADDING}`)
    let left = -1
    // Until the connection takes no more.
    while (client.bufferedAmount !== left || received === 0) {
      left = client.bufferedAmount
      for (let i = 0; i < 200; i++) await turn()
    }
    expect(left).toBeGreaterThan(0)
    expect(received).toBeLessThan(40)
    release()
    while (handled.length < MESSAGES) await turn()
    expect(handled).toEqual(Array.from({ length: MESSAGES }, (_, i) => i))
  } finally {
    client.terminate()
    server.close()
  }
})
