import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('requests that come together begin one after another, in order, with a turn of the event loop between them', async () => {
  const app = fastify()
  takeTurns(app)
  let turn = 0
  const begun: { readonly at: number; readonly name: unknown }[] = []
  app.get('/:name', async ({ params }) => {
    begun.push({ at: turn, name: (params as { name: string }).name })
    return 'here'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  let isCounting = true
  const count = (): void => {
    turn++
    if (isCounting) setImmediate(count)
  }
  count()
  const names = Array.from({ length: 40 }, (_, i) => `${i}`)
  const answers = await Promise.all(names.map(async (name) => await (await fetch(`${url}/${name}`)).text()))
  isCounting = false
  await app.close()
  expect(answers).toEqual(names.map(() => 'here'))
  expect(new Set(begun.map(({ at }) => at)).size).toBe(names.length)
  expect(new Set(begun.map(({ name }) => name))).toEqual(new Set(names))
})

const WORK_MS = 4

function work(): void {
  const end = performance.now() + WORK_MS
  while (performance.now() < end);
}

type Noted = { readonly key: string; readonly delayMs: number }

/** A server that notes who began, and works for a moment. */
async function startWorking(): Promise<{ app: FastifyInstance; port: number; noted: Noted[] }> {
  const app = fastify()
  takeTurns(app)
  const noted: Noted[] = []
  app.get('/', async ({ headers, delayMs }) => {
    noted.push({ key: String(headers['x-api-key']), delayMs })
    work()
    return 'here'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port, noted }
}

/** A new connection that asks at once, and its answer. */
async function ask(port: number, key: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(`GET / HTTP/1.1\r\nhost: here\r\nx-api-key: ${key}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

test('connections that come together are accepted before most of their requests begin, which know how long they have waited', async () => {
  const { app, port, noted } = await startWorking()
  const callers = await Promise.all(Array.from({ length: 60 }, () => ask(port, 'one')))
  // Of 60 requests, one of the last waited for nearly all others.
  expect(Math.max(...noted.map(({ delayMs }) => delayMs))).toBeGreaterThan(40 * WORK_MS)

  noted.length = 0
  callers.push(await ask(port, 'one'))
  expect(noted).toHaveLength(1)
  expect(noted[0]!.delayMs).toBeLessThan(40 * WORK_MS)
  for (const caller of callers) caller.destroy()
  await app.close()
})

test('a caller does not wait for all requests of another', async () => {
  const { app, port, noted } = await startWorking()
  const many = Array.from({ length: 60 }, () => ask(port, 'many'))
  const callers = await Promise.all([...many, ask(port, 'one')])
  expect(noted).toHaveLength(callers.length)
  expect(noted.findIndex(({ key }) => key === 'one')).toBeLessThan(30)
  for (const caller of callers) caller.destroy()
  await app.close()
})
