import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { takeInOrder } from './take-in-order.ts'

const MESSAGES = 2000
/** Together far more than systems hold for a connection. */
const PADDING = 'x'.repeat(20_000)

test('messages are handled in order, and a client that sends too many is held up until they are', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const handled: number[] = []
  const refused: unknown[] = []
  let arrived = 0
  server.on('connection', (socket) => {
    socket.on('message', () => {
      arrived += 1
    })
    takeInOrder(socket, {
      async handle(data) {
        await gate
        const number = Number(data.toString().split(' ')[0])
        if (number === 1) throw new Error('refused')
        handled.push(number)
      },
      refuse: async (error) => void refused.push(error),
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  for (let i = 0; i < MESSAGES; i++) client.send(`${i} ${PADDING}`)
  const [socket] = server.clients
  while (!socket!.isPaused) await sleep(5)
  expect(arrived).toBeLessThan(MESSAGES / 4)
  open()
  while (handled.length < MESSAGES - 1) await sleep(5)
  expect(handled).toEqual(Array.from({ length: MESSAGES }, (_, i) => i).filter((i) => i !== 1))
  expect(refused).toEqual([new Error('refused')])
  client.close()
  server.close()
})
