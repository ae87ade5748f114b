import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { setAccountPlan } from '../../src/storage/records/accounts.ts'
import { revokeApiKey } from '../../src/storage/records/api-keys.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { refuseWrites } from '../support/refuse-writes.ts'
import { createSharedDatabase } from '../support/shared-servers.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Nodes = readonly [TestService, TestService]

/** Two API nodes whose clocks differ by 5 minutes, on a database of their own. */
async function startNodes(): Promise<Nodes> {
  const settings = { DATABASE_URL: await createSharedDatabase(), LOG_LEVEL: 'silent' }
  return Promise.all([startTestService(settings), startTestService(settings, () => Date.now() + 300_000)])
}
const closeNodes = (some: Nodes) => Promise.all(some.map((node) => node.close()))

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes()
})
afterAll(() => closeNodes(nodes))

const SPEECH = { speaker_id: 3, text: 'a'.repeat(100) }

let accounts = 0
/** Headers of an account with a plan of its own. */
async function createCaller(limits: Parameters<typeof setPlan>[2] = {}, { db } = nodes[0]) {
  const name = `account-${accounts++}`
  await setPlan(db, name, limits)
  const { key, record } = await createApiKey(db, { name, account: name, now: 1 })
  await setAccountPlan(db, record.accountId, name)
  return { headers: { 'x-api-key': key }, accountId: record.accountId, keyId: record.id, plan: name }
}

/** Sends requests to both nodes at once and returns how many had each status. */
async function sendAll(
  count: number,
  path: string,
  options: object,
  to = nodes,
): Promise<Readonly<Record<number, number>>> {
  // A busy machine refuses streams of a rush with 503, whatever their account has left.
  const ask = async (node: TestService): Promise<Response> => {
    const answer = await node.call(path, options)
    if (answer.status !== 503) return answer
    await answer.bytes()
    await sleep(250)
    return await ask(node)
  }
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(to[index % 2]!)))
  await Promise.all(answers.map((answer) => answer.bytes()))
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
}

test('a key that is revoked at one node is refused by both within 5 seconds, and its streams of events end', async () => {
  const { headers, accountId } = await createCaller()
  const owner = await createApiKey(nodes[0].db, { name: 'owner', accountId, now: 1, scopes: SCOPES })
  const statusAt = async (node: TestService): Promise<number> => {
    const { status } = await node.call('/avatars', { headers })
    return status
  }
  const { keys } = await nodes[0].json<{ keys: { key_id: string; name: string }[] }>('/keys', {
    headers: { 'x-api-key': owner.key },
  })
  const { key_id: id } = keys.find(({ name }) => name !== 'owner')!
  expect(await Promise.all(nodes.map(statusAt))).toEqual([200, 200])
  const events = await Promise.all(nodes.map((node) => node.call('/events', { headers })))
  expect(events.map(({ status }) => status)).toEqual([200, 200])
  const ended = events.map((answer) => answer.text().catch(() => 'ended'))
  const revoked = await nodes[0].call(`/keys/${id}`, { method: 'DELETE', headers: { 'x-api-key': owner.key } })
  expect(revoked.status).toBe(200)
  const began = performance.now()
  await expect.poll(() => Promise.all(nodes.map(statusAt)), { timeout: 5000 }).toEqual([401, 401])
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await Promise.all(ended)).toEqual(['ended', 'ended'])
})

describe('two nodes share', () => {
  test('the rate of requests', async () => {
    const { headers } = await createCaller({ requestsPerSecond: 1, requestBurst: 20 })
    const began = performance.now()
    const { 200: accepted = 0, 429: refused = 0 } = await sendAll(60, '/input_validated', { body: SPEECH, headers })
    const refilled = Math.ceil((performance.now() - began) / 1000)
    expect(accepted + refused).toBe(60)
    expect(accepted).toBeGreaterThanOrEqual(20)
    expect(accepted).toBeLessThanOrEqual(20 + refilled)
  })

  test('the rate of reads, of which each takes several ahead', async () => {
    const { headers } = await createCaller({ readsPerSecond: 16, readBurst: 96 })
    const began = performance.now()
    const { 200: accepted = 0 } = await sendAll(200, '/avatars', { headers })
    const refilled = Math.ceil((16 * (performance.now() - began)) / 1000)
    expect(accepted).toBeGreaterThanOrEqual(90)
    expect(accepted).toBeLessThanOrEqual(96 + refilled)
  })

  test.each(['/stream', '/clips'])('the characters of the month of a key, exactly, for %s', async (path) => {
    const { accountId } = await createCaller()
    const { key } = await createApiKey(nodes[0].db, { name: 'limited', accountId, now: 1, charactersPerMonth: 1050 })
    expect(await sendAll(40, path, { body: SPEECH, headers: { 'x-api-key': key } })).toEqual({ 200: 10, 429: 30 })
  })

  test.each(['/stream', '/clips'])('the characters of the month, exactly, for %s', async (path) => {
    const { headers } = await createCaller({ charactersPerMonth: 1050 })
    expect(await sendAll(40, path, { body: SPEECH, headers })).toEqual({ 200: 10, 429: 30 })
    for (const node of nodes) {
      const left = async () => (await node.call('/avatars', { headers })).headers.get('x-quota-remaining')
      await expect.poll(left, { timeout: 20_000 }).toBe('50')
    }
  })

  test('the limit of clips that wait, exactly', async () => {
    const repair = await refuseWrites(
      nodes[0].db,
      { on: 'update', table: 'clips', when: "new.status = 'COMPLETE'" },
      'distributed',
    )
    const { headers } = await createCaller({ queuedClips: 7 })
    expect(await sendAll(30, '/clips', { body: SPEECH, headers })).toEqual({ 200: 7, 429: 23 })
    await repair()
  })
})

test('what is refused after it was counted is taken back', async () => {
  const { headers } = await createCaller({ charactersPerMonth: 1000 })
  const repair = await refuseWrites(nodes[0].db, { on: 'insert', table: 'clip_plans' }, 'distributed')
  const statuses = await sendAll(10, '/clips', { body: SPEECH, headers })
  await repair()
  expect(statuses[200]).toBeUndefined()
  expect(await sendAll(12, '/clips', { body: SPEECH, headers })).toEqual({ 200: 10, 429: 2 })
})

describe('a change is known to every node', () => {
  let restore: (() => Promise<unknown>) | undefined
  afterEach(async () => {
    await restore?.()
    restore = undefined
  })

  /** Lets no signal through, as if the connections that hear them were broken. */
  async function silence(): Promise<void> {
    const { db } = nodes[0]
    for (const table of ['api_keys', 'plans'])
      await sql.raw(`alter table ${table} disable trigger declaim_rules`).execute(db)
    restore = async () => {
      for (const table of ['api_keys', 'plans'])
        await sql.raw(`alter table ${table} enable trigger declaim_rules`).execute(db)
    }
  }

  test.each([
    ['signalled', async () => {}],
    ['whose signal is lost', silence],
  ])('within 5 seconds: a revoked key and a changed plan, %s', async (_, prepare) => {
    const { headers, keyId, plan } = await createCaller()
    for (const node of nodes) expect((await node.call('/avatars', { headers })).status).toBe(200)
    await prepare()
    await setPlan(nodes[0].db, plan, { charactersPerMonth: 77 })
    for (const node of nodes) {
      const limit = async () => (await node.call('/avatars', { headers })).headers.get('x-quota-limit')
      await expect.poll(limit, { timeout: 20_000 }).toBe('77')
    }
    await revokeApiKey(nodes[1].db, keyId, 2)
    for (const node of nodes) {
      await expect.poll(async () => (await node.call('/avatars', { headers })).status, { timeout: 20_000 }).toBe(401)
    }
  })
})
