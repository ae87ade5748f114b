import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { rotateKey } from '../../src/accounts/management/manage-keys.ts'
import { parseScopes, SCOPES } from '../../src/accounts/scopes.ts'
import { isDamagedKey } from '../../src/key-format.ts'
import { findAccount, setAccountPlan } from '../../src/storage/records/accounts.ts'
import { listApiKeys, revokeApiKey } from '../../src/storage/records/api-keys.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
let now = NOW
/** A change applies to the next request; the processes that share a database hear of it a moment later. */
const UNTIL_RULES_APPLY = { timeout: 5000, interval: STORAGE === 'embedded' ? 5000 : 20 }
let service: TestService
beforeAll(async () => {
  service = await startTestService({}, () => now)
})
afterAll(() => service.close())

const createKey = (rules: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  createApiKey(service.db, { name: 'test', account: 'keys', now, ...rules })

const call = (path: string, key: string, body?: unknown) =>
  service.call(path, { headers: { 'x-api-key': key }, ...(body !== undefined && { body }) })

async function answer(path: string, key: string, body?: unknown): Promise<unknown[]> {
  const response = await call(path, key, body)
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

const SPEECH = { speaker_id: 3, text: 'Hello' }

describe('a key', () => {
  test('begins with dcl_ and ends with a checksum; a damaged one is refused', async () => {
    const { key } = await createKey()
    expect(key).toMatch(/^dcl_[0-9A-Za-z]{42}$/)
    expect(isDamagedKey(key)).toBe(false)
    const other = key.at(-1) === 'a' ? 'b' : 'a'
    for (const damaged of [key.slice(0, -1) + other, key.slice(0, -1), `${key}a`, 'dcl_']) {
      expect(isDamagedKey(damaged)).toBe(true)
      expect(await answer('/avatars', damaged)).toEqual([401, 'UNAUTHORIZED'])
    }
    expect((await call('/avatars', key)).status).toBe(200)
  })

  test('is stored as a keyed hash only', async () => {
    const { key } = await createKey()
    const stored = JSON.stringify(await service.db.selectFrom('api_keys').selectAll().execute())
    expect(stored).not.toContain(key)
    expect(stored).not.toContain(createHash('sha256').update(key).digest('hex'))
  })

  test('of an earlier version, stored as a plain hash, still works', async () => {
    const key = `declaim_${'a'.repeat(40)}`
    const { record } = await createKey()
    await service.db
      .updateTable('api_keys')
      .set({ hash: createHash('sha256').update(key).digest('hex') })
      .where('id', '=', record.id)
      .execute()
    expect((await call('/avatars', key)).status).toBe(200)
  })

  test('ends when it expires or is revoked', async () => {
    const { key, record } = await createKey({ expiresAt: now + 1000 })
    expect((await call('/avatars', key)).status).toBe(200)
    now += 1000
    expect(await answer('/avatars', key)).toEqual([401, 'UNAUTHORIZED'])
    now = NOW
    expect((await call('/avatars', key)).status).toBe(200)
    await revokeApiKey(service.db, record.id, now)
    await expect.poll(() => answer('/avatars', key), UNTIL_RULES_APPLY).toEqual([401, 'UNAUTHORIZED'])
  })

  test('is rotated with an overlap, and the new one has its rules', async () => {
    const { key, record } = await createKey({ scopes: ['usage'] })
    const by = () => ({ actor: { kind: 'operator', name: 'tester' }, now }) as const
    const { key: next } = await rotateKey(service.db, { keyId: record.id, overlapMs: 60_000 }, by())
    for (const one of [key, next]) {
      expect((await call('/usage', one)).status).toBe(200)
      expect(await answer('/clips', one)).toEqual([403, 'FORBIDDEN'])
    }
    now += 60_000
    expect(await answer('/usage', key)).toEqual([401, 'UNAUTHORIZED'])
    expect((await call('/usage', next)).status).toBe(200)
    await expect(rotateKey(service.db, { keyId: record.id, overlapMs: 0 }, by())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    now = NOW
  })

  test.each([
    [['127.0.0.1'], 200],
    [['127.0.0.0/8', '10.0.0.1'], 200],
    [['10.0.0.0/8'], 403],
    [['2001:db8::/32'], 403],
  ])('that only %j may use answers %i to 127.0.0.1', async (allowedAddresses, status) => {
    const { key } = await createKey({ allowedAddresses })
    expect((await call('/avatars', key)).status).toBe(status)
  })

  test('has its last use noted', async () => {
    const own = await startTestService({}, () => now)
    const { key, record } = await createApiKey(own.db, { name: 'used', now })
    await own.call('/avatars', { headers: { 'x-api-key': key } })
    const { db } = own
    const find = async () => (await listApiKeys(db)).find(({ id }) => id === record.id)?.lastUsedAt
    expect(await find()).toBeNull()
    const destroy = db.destroy.bind(db)
    let noted: number | null | undefined
    db.destroy = async () => {
      noted = await find()
      await destroy()
    }
    await own.close()
    expect(noted).toBe(now)
  })
})

describe('scopes', () => {
  test.each([
    ['synthesize', '/stream', SPEECH],
    ['synthesize', '/word-timing', SPEECH],
    ['synthesize', '/explain', SPEECH],
    ['synthesize', '/input_validated', SPEECH],
    ['clips:read', '/clips', undefined],
    ['clips:write', '/clips', SPEECH],
    ['libraries:read', '/replacement_libraries', undefined],
    ['libraries:write', '/replacement_libraries', { name: 'a' }],
    ['usage', '/usage', undefined],
    ['keys', '/keys', undefined],
    ['admin', '/admin/accounts', undefined],
    ['admin', '/admin/plans', undefined],
    ['admin', '/admin/audit', undefined],
  ] as const)('%s opens %s, and no other scope does', async (scope, path, body) => {
    const { key } = await createKey({ scopes: [scope] })
    expect((await call(path, key, body)).status).toBe(200)
    const { key: others } = await createKey({ scopes: SCOPES.filter((one) => one !== scope) })
    expect(await answer(path, others, body)).toEqual([403, 'FORBIDDEN'])
  })

  test('are not needed for avatars and respellings, and unknown ones are refused', async () => {
    const { key } = await createKey({ scopes: ['usage'] })
    expect((await call('/avatars', key)).status).toBe(200)
    expect((await call('/respelling_suggestions?word=cat', key)).status).toBe(200)
    expect(() => parseScopes(['usage', 'fly'])).toThrow('Cannot use scope "fly"')
  })
})

describe('plans', () => {
  const LONG = { speaker_id: 3, text: 'a '.repeat(600) }

  test('of the operator have no request limit and 100,000 characters a text; others have the default', async () => {
    const own = await startTestService({
      REQUESTS_PER_SECOND: '1',
      REQUEST_BURST: '2',
      DECLAIM_BOOTSTRAP_KEY: 'operator-key-that-nobody-guesses',
    })
    const ask = (key: string, body: object) => own.call('/input_validated', { body, headers: { 'x-api-key': key } })
    try {
      for (let i = 0; i < 10; i++) expect((await ask('operator-key-that-nobody-guesses', LONG)).status).toBe(200)
      const { key } = await createApiKey(own.db, { name: 'x', account: 'customer', now })
      expect(((await (await ask(key, LONG)).json()) as { code: string }).code).toBe('INVALID_TEXT_LENGTH_EXCEEDED')
      const statuses = [(await ask(key, SPEECH)).status, (await ask(key, SPEECH)).status]
      expect(statuses).toEqual([200, 429])
      const { headers } = await ask('operator-key-that-nobody-guesses', SPEECH)
      expect(Number(headers.get('x-rate-limit-remaining'))).toBeGreaterThan(1000)
    } finally {
      await own.close()
    }
  })

  test('that are stored change the limits of their accounts', async () => {
    const { key, record } = await createKey({ account: 'planned' })
    expect(await answer('/input_validated', key, LONG)).toEqual([400, 'INVALID_TEXT_LENGTH_EXCEEDED'])
    await setPlan(service.db, 'large', { charactersPerText: 5000, charactersPerMonth: 2000 })
    await setAccountPlan(service.db, record.accountId, 'large')
    expect((await findAccount(service.db, 'planned')).plan).toBe('large')
    await expect.poll(async () => (await call('/input_validated', key, LONG)).status, UNTIL_RULES_APPLY).toBe(200)
    expect((await call('/clips', key)).headers.get('x-quota-limit')).toBe('2000')
  })
})

// Shared buckets go by the clock of PostgreSQL: test/faults/shared-limits.test.ts tests them.
describe.skipIf(STORAGE === 'distributed')('rates', () => {
  test('limit reads in a bucket of their own, and RateLimit fields report them', async () => {
    const own = await startTestService(
      { READS_PER_SECOND: '1', READ_BURST: '3', REQUESTS_PER_SECOND: '2', REQUEST_BURST: '8' },
      () => now,
    )
    try {
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await own.call('/avatars')).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const refused = await own.call('/avatars')
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.headers.get('x-rate-limit-limit')).toBe('3')
      const written = await own.call('/input_validated', { body: SPEECH })
      expect(written.status).toBe(200)
      expect(written.headers.get('ratelimit-policy')).toBe('"requests";q=8;w=4')
      expect(written.headers.get('ratelimit')).toBe('"requests";r=7;t=1')
      now += 3000
      expect((await own.call('/avatars')).status).toBe(200)
    } finally {
      now = NOW
      await own.close()
    }
  })

  test('throttle an address that sends wrong keys, while keys that it has used go on working', async () => {
    const own = await startTestService({}, () => now)
    try {
      expect((await own.call('/avatars')).status).toBe(200)
      const statuses: number[] = []
      for (let i = 0; i < 60; i++)
        statuses.push((await own.call('/avatars', { headers: { 'x-api-key': `wrong-${i}` } })).status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(50)
      expect(statuses.slice(50)).toEqual(Array.from({ length: 10 }, () => 429))
      expect((await own.call('/avatars')).status).toBe(200)
    } finally {
      await own.close()
    }
  })
})
