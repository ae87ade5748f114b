import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

let service: TestService
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

async function createAccount(name: string) {
  const { key } = await createApiKey(service.db, { name, account: name, now: 1 })
  const headers = { 'x-api-key': key }
  return {
    register: async (url: string) => (await service.json<{ id: string }>('/webhooks', { body: { url }, headers })).id,
    send: async (id: string) => {
      await service.call(`/webhooks/${id}/test`, { method: 'POST', headers })
    },
    attemptsOf: async (id: string) =>
      (
        await service.json<{ deliveries: { attempts: object[] }[] }>(`/webhooks/${id}/deliveries`, { headers })
      ).deliveries.flatMap(({ attempts }) => attempts),
  }
}

test('forty silent endpoints of two accounts do not delay the message of a third', async () => {
  const sockets: Socket[] = []
  // It accepts connections, and never answers.
  const silent = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    silent.emit('silence')
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const attackers = [await createAccount('silent one'), await createAccount('silent two')]
  const endpoints: (() => Promise<object[]>)[] = []
  for (const { register, send, attemptsOf } of attackers)
    for (let i = 0; i < 20; i++) {
      const id = await register(`${url}/${i}`)
      await send(id)
      await send(id)
      endpoints.push(() => attemptsOf(id))
    }
  // As many hang as one host gets at once.
  while (sockets.length < 8) await once(silent, 'silence')
  const third = await createAccount('third')
  const id = await third.register(`http://localhost:${receiver.port}/`)
  const before = receiver.received.length
  await third.send(id)
  await receiver.until(before + 1)
  // It came while all others were still under way: none has been given up.
  for (const attempts of endpoints) expect(await attempts()).toEqual([])
  for (const socket of sockets) socket.destroy()
  silent.close()
})
