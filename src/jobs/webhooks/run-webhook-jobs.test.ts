import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../../test/support/describe-storage.ts'
import { createSharedDatabase } from '../../../test/support/shared-servers.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { openPostgres } from '../../storage/postgres/open-postgres.ts'
import { insertClips } from '../../storage/records/accept-clips.ts'
import { completeClip } from '../../storage/records/end-clips.ts'
import { claimDelivery, listDeliveries, replayDelivery } from '../../storage/records/webhook-deliveries.ts'
import { findEndpoint, insertEndpoint, rotateSecret, updateEndpoint } from '../../storage/records/webhook-endpoints.ts'
import { createWakeUp } from '../wake-up.ts'
import { HostTurns } from './host-turns.ts'
import { resolveHost } from './public-address.ts'
import { DISABLED_AFTER_MS, deliverNext, runWebhookJobs, type WebhookWorker } from './run-webhook-jobs.ts'
import { sendWebhook } from './send-webhook.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const HOUR = 3_600_000
const signal = new AbortController().signal

let receiver: WebhookReceiver
let db: Database
let accountId: string
let now: number

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createTestKey(db, { name: 'test', now: 1 })).record.accountId
  now = Date.now()
  receiver.misbehave.length = 0
})
afterEach(() => db.destroy())

const createWorker = (options: Partial<WebhookWorker> = {}): WebhookWorker => ({
  db,
  clock: () => now,
  resolve: resolveHost,
  allowsPrivate: true,
  describe: async ({ delivery }) => JSON.stringify({ type: delivery.type, data: { id: delivery.subject } }),
  wakeUp: createWakeUp(1),
  log: { info: () => {}, warn: () => {} },
  random: () => 0.5,
  hosts: new HostTurns(),
  ...options,
})
const deliver = (options?: Partial<WebhookWorker>) => deliverNext(createWorker(options), signal)
const register = (url = receiver.url, eventTypes: readonly string[] | null = null) =>
  insertEndpoint(db, { accountId, url, eventTypes, secret: SECRET, now })
async function endClip(): Promise<string> {
  const [clip] = await insertClips(db, { accountId, clips: [CLIP], now })
  await completeClip(db, clip!.id, { timing: TIMING, audio: [], now })
  return clip!.id
}
const logOf = async (endpointId: string) => await listDeliveries(db, { endpointId, limit: 100 })
const answer =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end()

test('an event goes to each endpoint that wants it, signed, and once', async () => {
  await register(`${receiver.url}/all`)
  await register(`${receiver.url}/some`, ['clip.completed', 'clip.failed'])
  await register(`${receiver.url}/none`, ['bulk.completed'])
  const before = receiver.received.length
  const id = await endClip()
  while (await deliver()) {}
  const received = receiver.received.slice(before)
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/all', '/some'])
  for (const { body, headers } of received) {
    expect(headers['content-type']).toBe('application/json')
    expect(new Webhook(SECRET).verify(body, headers)).toEqual({ type: 'clip.completed', data: { id } })
    expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature found')
  }
  expect(received[0]!.headers['webhook-id']).not.toBe(received[1]!.headers['webhook-id'])
})

test('while a secret is replaced both verify, and afterwards the new one alone', async () => {
  const { id } = await register()
  const next = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
  await rotateSecret(db, { accountId, id }, { secret: next, until: now + HOUR })
  await endClip()
  await deliver()
  const { body, headers } = receiver.received.at(-1)!
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
  for (const secret of [SECRET, next]) expect(new Webhook(secret).verify(body, headers)).toBeDefined()
  await rotateSecret(db, { accountId, id }, { secret: SECRET, until: now })
  await endClip()
  await deliver()
  const last = receiver.received.at(-1)!
  expect(() => new Webhook(next).verify(last.body, last.headers)).toThrow('No matching signature found')
  expect(new Webhook(SECRET).verify(last.body, last.headers)).toBeDefined()
})

describe('a delivery that fails', () => {
  test('comes again with the same id and payload, later and later, until it succeeds', async () => {
    const { id } = await register()
    await endClip()
    receiver.misbehave.push(answer(500), answer(404), (response) => response.destroy())
    const before = receiver.received.length
    let count = 0
    const describe: WebhookWorker['describe'] = async () => {
      count += 1
      return JSON.stringify({ count })
    }
    expect(await deliver({ describe })).toBe(true)
    for (const delay of [5000, 20_000, 80_000]) {
      now += delay - 1
      expect(await deliver({ describe })).toBe(false)
      now += 1
      expect(await deliver({ describe })).toBe(true)
    }
    expect(await deliver({ describe })).toBe(false)
    const received = receiver.received.slice(before)
    expect(received).toHaveLength(4)
    expect(new Set(received.map(({ body, headers }) => `${body} ${headers['webhook-id']}`)).size).toBe(1)
    const [delivery] = await logOf(id)
    expect(delivery).toMatchObject({ status: 'delivered', payload: '{"count":1}' })
    expect(delivery!.attempts.map(({ status, error }) => [status, error])).toEqual([
      [500, 'answered 500'],
      [404, 'answered 404'],
      [null, 'no answer: the URL must take POST requests from the internet, with a valid certificate, within 15 s'],
      [200, null],
    ])
    expect((await findEndpoint(db, { accountId, id })).failingSince).toBeNull()
  })

  test('is given up after 24 hours, and can be replayed under its id', async () => {
    const { id } = await register()
    await endClip()
    const begun = now
    while ((await logOf(id))[0]!.status === 'pending') {
      now = Math.max(now, (await logOf(id))[0]!.dueAt)
      receiver.misbehave.push(answer(503))
      expect(await deliver()).toBe(true)
    }
    const [failed] = await logOf(id)
    expect([failed!.status, now - begun]).toEqual(['failed', 24 * HOUR])
    await replayDelivery(db, { endpointId: id, id: failed!.id })
    expect(await deliver()).toBe(true)
    expect((await logOf(id))[0]).toMatchObject({ id: failed!.id, status: 'delivered' })
    expect(receiver.received.at(-1)!.headers['webhook-id']).toBe(failed!.id)
  })

  test('follows no redirect', async () => {
    const { id } = await register()
    await endClip()
    const before = receiver.received.length
    receiver.misbehave.push(answer(307, { location: `${receiver.url}/elsewhere` }))
    await deliver()
    expect(receiver.received.length).toBe(before + 1)
    expect((await logOf(id))[0]!.attempts).toMatchObject([
      { status: 307, error: 'answered 307: redirects are not followed' },
    ])
  })

  test('reaches no address that its name has got since it was registered', async () => {
    const { id } = await register(`http://rebound.example:${receiver.port}/`)
    await endClip()
    const before = receiver.received.length
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const resolve = async () => answers.shift()!
    expect(await resolve()).toEqual(['93.184.216.34'])
    await deliver({ resolve, allowsPrivate: false })
    expect(receiver.received.length).toBe(before)
    expect((await logOf(id))[0]!.attempts).toMatchObject([
      { status: null, error: 'rebound.example has no address of the public internet' },
    ])
  })

  test('connects to the address that was checked, whatever the name means to the system', async () => {
    await register(`http://checked.example:${receiver.port}/checked`)
    await endClip()
    await deliver({ resolve: async () => ['127.0.0.1'] })
    expect(receiver.received.at(-1)).toMatchObject({
      path: '/checked',
      headers: { host: `checked.example:${receiver.port}` },
    })
  })
})

describe('an endpoint is disabled', () => {
  const stateOf = async (id: string) => await findEndpoint(db, { accountId, id })

  test('when it has only failed for three days; what is pending has failed then', async () => {
    const { id } = await register()
    await endClip()
    receiver.misbehave.push(answer(500), answer(500), answer(500))
    await deliver()
    const begun = now
    now += DISABLED_AFTER_MS - 1
    await endClip()
    await deliver()
    expect(await stateOf(id)).toMatchObject({ disabledAt: null, failingSince: begun })
    now += HOUR
    await endClip()
    while ((await stateOf(id)).disabledAt === null) {
      receiver.misbehave.push(answer(500))
      expect(await deliver()).toBe(true)
    }
    expect((await logOf(id)).every(({ status }) => status === 'failed')).toBe(true)
    await endClip()
    expect(await logOf(id)).toHaveLength(3)
    expect(await deliver()).toBe(false)
    expect(await updateEndpoint(db, { accountId, id }, { disabledAt: null })).toMatchObject({ failingSince: null })
    receiver.misbehave.length = 0
    await endClip()
    expect(await deliver()).toBe(true)
    expect((await logOf(id))[0]!.status).toBe('delivered')
  })

  test('not if one delivery in between succeeds', async () => {
    const { id } = await register()
    for (const status of [500, 200, 500]) {
      receiver.misbehave.push(answer(status))
      await endClip()
      while ((await logOf(id))[0]!.attempts.length === 0) await deliver()
      now += 2 * 24 * HOUR
    }
    expect((await stateOf(id)).disabledAt).toBeNull()
  })

  test('at once when it answers 410', async () => {
    const { id } = await register()
    await endClip()
    receiver.misbehave.push(answer(410))
    await deliver()
    expect((await stateOf(id)).disabledAt).toBe(now)
  })
})

test('an endpoint that never answers leaves workers to others', async () => {
  await register(`${receiver.url}/slow`)
  for (let i = 0; i < 6; i += 1) await endClip()
  const claims = async () => await claimDelivery(db, { now, until: now + 60_000 })
  for (let i = 0; i < 4; i += 1) expect(await claims()).toBeDefined()
  expect(await claims()).toBeUndefined()
  await register(`${receiver.url}/fast`)
  await endClip()
  expect((await claims())?.endpoint.url).toBe(`${receiver.url}/fast`)
  now += 60_001
  expect((await claims())?.endpoint.url).toBeDefined()
})

test('an account whose endpoints never answer leaves workers to other accounts', async () => {
  for (const name of ['one', 'two', 'three']) await register(`${receiver.url}/${name}`)
  for (let i = 0; i < 4; i += 1) await endClip()
  const claims = async () => await claimDelivery(db, { now, until: now + 60_000 })
  for (let i = 0; i < 6; i += 1) expect(await claims()).toBeDefined()
  expect(await claims()).toBeUndefined()
  const own = accountId
  accountId = (await createTestKey(db, { name: 'other', account: 'other', now: 1 })).record.accountId
  await register(`${receiver.url}/of-another`)
  await endClip()
  expect((await claims())?.endpoint).toMatchObject({ accountId, url: `${receiver.url}/of-another` })
  accountId = own
})

test('a host that does not answer is left alone for a while, and what is due waits without an attempt', async () => {
  const silent = await register('http://127.0.0.1:1/silent')
  const other = await register(`${receiver.url}/other`)
  for (let i = 0; i < 5; i += 1) await endClip()
  const paused: number[] = []
  let time = 0
  const hosts = new HostTurns({ now: () => time, onPaused: (count) => paused.push(count) })
  // Both receivers run on this machine, so the silent one gets a host name of its own.
  await updateEndpoint(db, { accountId, id: silent.id }, { url: 'http://silent.example:1/' })
  const outcomes: string[] = []
  const worker = createWorker({
    hosts,
    resolve: async () => ['127.0.0.1'],
    onAttempt: (outcome) => outcomes.push(outcome),
  })
  while (await deliverNext(worker, signal)) {}
  expect((await logOf(other.id)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'))
  expect((await logOf(silent.id)).flatMap(({ attempts }) => attempts)).toHaveLength(3)
  expect(outcomes.toSorted()).toEqual([...Array(5).fill('delivered'), ...Array(3).fill('unanswered')])
  expect(paused.at(-1)).toBe(1)
  time += 30_000
  expect(await deliverNext(worker, signal)).toBe(true)
  expect(await deliverNext(worker, signal)).toBe(false)
  expect((await logOf(silent.id)).flatMap(({ attempts }) => attempts)).toHaveLength(4)
})

test('an account without a delivery under way comes before one that has some, however long its deliveries wait', async () => {
  const claims = async () => (await claimDelivery(db, { now, until: now + 60_000 }))?.endpoint.url
  for (const name of ['a', 'b', 'c']) await register(`${receiver.url}/${name}`)
  await endClip()
  expect(await claims()).toBe(`${receiver.url}/a`)
  const own = accountId
  accountId = (await createTestKey(db, { name: 'late', account: 'late', now: 1 })).record.accountId
  await register(`${receiver.url}/late`)
  await endClip()
  expect(await claims()).toBe(`${receiver.url}/late`)
  expect(await claims()).toBe(`${receiver.url}/b`)
  accountId = own
})

test('what the owner of an endpoint learns does not tell a closed port from one that hangs up', async () => {
  const hangUp = createNetServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(hangUp, 'listening')
  const told: unknown[] = []
  for (const port of [1, (hangUp.address() as AddressInfo).port]) {
    const { id } = await register(`http://127.0.0.1:${port}/`)
    await endClip()
    while ((await logOf(id))[0]!.attempts.length === 0) await deliver()
    const { at: _at, ...attempt } = (await logOf(id))[0]!.attempts[0]!
    told.push(attempt)
  }
  expect(told[0]).toEqual(told[1])
  hangUp.close()
})

test('of the workers that wait one looks for deliveries, and wakes another if it found one', async () => {
  let looks = 0
  const clock = (): number => {
    looks += 1
    return now
  }
  const wakeUp = createWakeUp(60_000)
  const worker = createWorker({ clock, wakeUp })
  const leaving = new AbortController()
  const workers = Array.from({ length: 8 }, () => runWebhookJobs(worker, leaving.signal))
  await sleep(50)
  looks = 0
  wakeUp.call()
  await sleep(50)
  expect(looks).toBe(1)
  const waiting: ServerResponse[] = []
  for (const name of ['one', 'two']) await register(`${receiver.url}/${name}`)
  for (let i = 0; i < 2; i += 1) await endClip()
  receiver.misbehave.push(...Array.from({ length: 4 }, () => (response: ServerResponse) => void waiting.push(response)))
  wakeUp.call()
  // All are sent before the first is answered.
  await expect.poll(() => waiting.length).toBe(4)
  for (const response of waiting) response.end()
  leaving.abort()
  await Promise.all(workers)
})

test('an endpoint that is too slow has failed', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { id } = await register(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const options = { resolve: resolveHost, allowsPrivate: true, now, signal, timeoutMs: 20 }
  const sent = sendWebhook(await findEndpoint(db, { accountId, id }), { id: 'msg_1', payload: '{}' }, options)
  await expect(sent).rejects.toThrow('no answer within 0.02 s')
  silent.closeAllConnections()
  silent.close()
})

describe('on PostgreSQL', () => {
  test('several processes deliver each event once, though their clocks differ', async () => {
    await db.destroy()
    db = await openPostgres({ url: await createSharedDatabase(), onError: () => {} })
    accountId = (await createTestKey(db, { name: 'test', now: 1 })).record.accountId
    const { id } = await register()
    const before = receiver.received.length
    const ids = []
    for (let i = 0; i < 12; i += 1) ids.push(await endClip())
    const processes = [-300_000, 0, 300_000].map((skew) => createWorker({ clock: () => now + skew }))
    const drain = async (worker: WebhookWorker): Promise<void> => {
      while ((await logOf(id)).some(({ status }) => status === 'pending')) await deliverNext(worker, signal)
    }
    await Promise.all(processes.flatMap((worker) => [drain(worker), drain(worker)]))
    const subjects = receiver.received.slice(before).map(({ body }) => JSON.parse(body).data.id)
    expect(new Set(subjects)).toEqual(new Set(ids))
    expect(subjects).toHaveLength(ids.length)
  })
})
