import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createErrorHandler } from '../answers/error-response.ts'
import { type Connections, createConnections, limitConnections } from './limit-connections.ts'

let app: FastifyInstance
let connections: Connections
let url: string
/** The service's sides of all connections. */
let sockets: Set<Socket>
let agents: Agent[]
beforeEach(async () => {
  connections = createConnections()
  sockets = new Set()
  agents = []
  app = fastify()
  app.setErrorHandler(createErrorHandler((error) => ({ code: error.code })))
  app.decorateRequest('accountId', '')
  app.addHook('onRequest', async (asked) => {
    sockets.add(asked.socket)
    Object.assign(asked, { accountId: asked.headers['x-account'] })
  })
  limitConnections(app, connections, 2)
  app.get('/', async () => 'text')
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const agent of agents) agent.destroy()
  await app.close()
})

/** A caller with one connection, which stays open. */
function createCaller(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}

async function ask(agent: Agent, account: string): Promise<IncomingMessage> {
  const sent = request(url, { agent, headers: { 'x-account': account } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response
}

test('an account may have as many connections as the limit says, and each may carry any number of requests', async () => {
  const [first, second, third] = [createCaller(), createCaller(), createCaller()]
  for (const agent of [first, second, first, second, first]) expect((await ask(agent, 'one')).statusCode).toBe(200)
  const refused = await ask(third, 'one')
  expect([refused.statusCode, refused.headers.connection, refused.headers['retry-after']]).toEqual([429, 'close', '1'])
  expect((await ask(third, 'two')).statusCode).toBe(200)
  expect(connections.open).toEqual(
    new Map([
      ['one', 2],
      ['two', 1],
    ]),
  )
})

test('a connection that closes makes room, and nothing is kept of it', async () => {
  const [first, second, third] = [createCaller(), createCaller(), createCaller()]
  for (const agent of [first, second]) await ask(agent, 'one')
  first.destroy()
  await expect.poll(() => connections.open.get('one')).toBe(1)
  expect((await ask(third, 'one')).statusCode).toBe(200)
  for (const agent of [second, third]) agent.destroy()
  await expect.poll(() => connections.open.size).toBe(0)
})

test('a connection with the requests of many accounts counts for each of them, with one listener', async () => {
  const gateway = createCaller()
  for (let turn = 0; turn < 2; turn += 1)
    for (let i = 0; i < 30; i += 1) expect((await ask(gateway, `account ${i}`)).statusCode).toBe(200)
  expect(sockets.size).toBe(1)
  const [socket] = [...sockets]
  // Those of Node, of Fastify and ours.
  expect(socket!.listenerCount('close')).toBeLessThan(5)
  expect([...connections.open.values()]).toEqual(Array.from({ length: 30 }, () => 1))
  gateway.destroy()
  await expect.poll(() => connections.open.size).toBe(0)
})

test('a call within the process is no connection', async () => {
  for (let i = 0; i < 5; i += 1) {
    const { statusCode } = await app.inject({ url: '/', headers: { 'x-account': 'one' } })
    expect(statusCode).toBe(200)
  }
  expect(connections.open.size).toBe(0)
})
