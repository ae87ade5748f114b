import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ServiceError } from '../../../errors.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'
import { endWithCaller } from './end-with-caller.ts'
import { sendData } from './send-data.ts'

test('a peer that reads nothing is cut off, and what could not be sent to it does no harm', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('error', () => {})
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [[WebSocket], unknown]
  client.pause()
  let isStopped = false
  let end: (reason: ServiceError) => void = () => {}
  endWithCaller(socket, {} as CheckedCall, {
    watch(_call, whenEnded) {
      end = whenEnded
      return () => {
        isStopped = true
      }
    },
    refuse: (reason) => sendData(socket, reason.message.repeat(10_000_000)),
    close: () => {},
  })
  end(new ServiceError('UNAUTHORIZED', 'Revoked'))
  await once(socket, 'close')
  // A rejection that nobody handles would fail this test.
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(true)
  client.terminate()
  server.close()
})
