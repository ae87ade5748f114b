import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { createTokenBuckets } from '../../accounts/token-buckets.ts'
import { answerError } from '../answers/error-response.ts'
import { admitRequests } from './admit-requests.ts'
import { limitRate } from './limit-rate.ts'
import { createRunningStreams, limitStreams } from './limit-streams.ts'

const PLAN = {
  requestsPerSecond: 2,
  requestBurst: 3,
  readsPerSecond: 10,
  readBurst: 5,
  concurrentStreams: 2,
} as PlanLimits

let now: number
let plan: PlanLimits
let app: FastifyInstance
const pressure = { delayMs: 0, queued: 0 }
const running = createRunningStreams()
const streams: (() => void)[] = []

beforeEach(async () => {
  now = 1_000_000
  plan = PLAN
  Object.assign(pressure, { delayMs: 0, queued: 0 })
  app = fastify()
  app.setErrorHandler(answerError)
  app.decorateRequest('accountId', '')
  app.decorateRequest('plan')
  admitRequests(
    app,
    { eventLoopDelayMs: () => pressure.delayMs, queuedClips: async () => pressure.queued, close: () => {} },
    { maxEventLoopDelayMs: 50, maxQueuedClips: 10 },
  )
  app.addHook('onRequest', async (request) => {
    request.plan = plan
    request.accountId = String(request.headers['x-account'] ?? 'one')
  })
  limitRate(
    app,
    createTokenBuckets(() => now),
    () => now,
  )
  limitStreams(app, running, 3)
  app.get('/read', async () => 'ok')
  app.post('/write', async () => 'ok')
  app.post('/clips', { config: { createsClips: true } }, async () => 'ok')
  app.post('/stream', { config: { isStream: true } }, async () => {
    await new Promise<void>((resolve) => streams.push(resolve))
    return 'ok'
  })
  await app.ready()
})
afterEach(() => app.close())

const read = () => app.inject({ method: 'GET', url: '/read' })
const write = (account = 'one') => app.inject({ method: 'POST', url: '/write', headers: { 'x-account': account } })

describe('the rate of an account', () => {
  test('is its burst at once, and then as many a second as its plan says', async () => {
    for (const remaining of ['2', '1', '0']) {
      const { statusCode, headers } = await write()
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({ 'x-rate-limit-limit': '3', 'x-rate-limit-remaining': remaining })
    }
    const refused = await write()
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('RATE_LIMITED')
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(now + 1500),
      'ratelimit-policy': '"requests";q=3;w=2',
      ratelimit: '"requests";r=0;t=2',
    })
    expect((await write('two')).statusCode).toBe(200)
    now += 500
    expect([(await write()).statusCode, (await write()).statusCode]).toEqual([200, 429])
  })

  test('has reads apart, which report the bucket of the others until they are refused', async () => {
    await write()
    for (let i = 0; i < 5; i++)
      expect((await read()).headers).toMatchObject({ 'x-rate-limit-limit': '3', 'x-rate-limit-remaining': '2' })
    const refused = await read()
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({ 'x-rate-limit-limit': '5', 'ratelimit-policy': '"reads";q=5;w=1' })
    expect((await write()).statusCode).toBe(200)
  })

  test('is not limited by a plan that says so', async () => {
    plan = { ...PLAN, requestsPerSecond: null, readsPerSecond: null }
    for (let i = 0; i < 20; i++) expect((await write()).statusCode).toBe(200)
    const { headers } = await read()
    expect(headers).toMatchObject({ 'x-rate-limit-limit': '1000000', 'x-rate-limit-reset': String(now) })
    expect(headers).not.toHaveProperty('ratelimit')
  })
})

describe('a process under pressure', () => {
  test('refuses everything before it is counted, until it keeps up', async () => {
    pressure.delayMs = 51
    const refused = await write()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    pressure.delayMs = 50
    expect((await write()).headers['x-rate-limit-remaining']).toBe('2')
  })

  test('refuses new clips while too many wait, and nothing else', async () => {
    pressure.queued = 10
    const clips = () => app.inject({ method: 'POST', url: '/clips' })
    const refused = await clips()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
    expect((await write()).statusCode).toBe(200)
    pressure.queued = 9
    expect((await clips()).statusCode).toBe(200)
  })
})

test('streams under way are counted by account and in all, and no longer once they end', async () => {
  plan = { ...PLAN, requestBurst: 100 }
  const open = (account: string) => app.inject({ method: 'POST', url: '/stream', headers: { 'x-account': account } })
  const begin = async (account: string) => {
    const answer = open(account)
    const count = streams.length
    while (streams.length === count) await new Promise((resolve) => setImmediate(resolve))
    return answer
  }
  const answers = [begin('one'), begin('one')]
  while (running.all < 2) await new Promise((resolve) => setImmediate(resolve))
  const ofAccount = await open('one')
  expect([ofAccount.statusCode, ofAccount.json().code]).toEqual([429, 'RATE_LIMITED'])
  answers.push(begin('two'))
  while (running.all < 3) await new Promise((resolve) => setImmediate(resolve))
  const inAll = await open('three')
  expect([inAll.statusCode, inAll.headers['retry-after']]).toEqual([503, '1'])
  while (streams.length < 3) await new Promise((resolve) => setImmediate(resolve))
  for (const end of streams.splice(0)) end()
  await Promise.all(answers)
  while (running.all > 0) await new Promise((resolve) => setImmediate(resolve))
  expect(running.byAccount.size).toBe(0)
})
