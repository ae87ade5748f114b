import { once } from 'node:events'
import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRunningStreams, limitStreams, type RunningStreams } from './limit-streams.ts'

let app: FastifyInstance
let running: RunningStreams
let url: string
/** Requests that have come, and what lets them go on. */
let come: PromiseWithResolvers<void>
let goOn: PromiseWithResolvers<void>
beforeEach(async () => {
  ;[come, goOn] = [Promise.withResolvers(), Promise.withResolvers()]
  running = createRunningStreams()
  app = fastify()
  app.decorateRequest('accountId', 'a')
  app.decorateRequest('plan')
  app.addHook('onRequest', async (asked, reply) => {
    Object.assign(asked, { plan: { concurrentStreams: 1 } })
    if (asked.headers.slow === undefined) return
    const closed = once(reply.raw, 'close')
    come.resolve()
    await closed
    goOn.resolve()
  })
  limitStreams(app, running, 10)
  app.get('/', { config: { isStream: true } }, async () => 'sound')
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

test('a caller who leaves before its stream begins takes no place', async () => {
  const leaving = request(url, { headers: { slow: 'yes' }, agent: false })
  leaving.on('error', () => {})
  leaving.end()
  await come.promise
  leaving.destroy()
  await goOn.promise
  const next = await fetch(url)
  expect([next.status, await next.text()]).toEqual([200, 'sound'])
  await expect.poll(() => running.all).toBe(0)
  expect(running.byAccount.size).toBe(0)
})
