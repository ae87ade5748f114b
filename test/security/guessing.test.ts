import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { openRecords } from '../../src/storage/open-storage.ts'
import { listAuditEntries } from '../../src/storage/records/audit-log.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

type From = Readonly<Record<string, string>>
const at = (address: string): From => ({ 'x-forwarded-for': address })

/** A service behind a proxy on this machine, whose callers are at any address. */
async function start(clock?: () => number): Promise<TestService> {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }, clock)
  return service
}

async function statusOf(one: TestService, key: string, from: From): Promise<number> {
  const answer = await one.call('/avatars', { headers: { 'x-api-key': key, ...from } })
  await answer.bytes()
  return answer.status
}

const signIn = (one: TestService, body: object | string, from: From = {}) =>
  fetch(`${one.url}/studio/session`, {
    method: 'POST',
    headers: { ...STUDIO, ...from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('guessing keys', () => {
  test('finds no right key among a thousand that are sent at once', async () => {
    const one = await start()
    const attacker = at('203.0.113.66')
    const keys = Array.from({ length: 1000 }, (_, i) => (i === 700 ? TEST_KEY : `wrong-${i}`))
    const statuses = await Promise.all(keys.map((key) => statusOf(one, key, attacker)))
    expect(statuses[700]).toBe(429)
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(100)
    expect(statuses).not.toContain(200)
  })

  test('shuts out no caller of another address, and no key that the address uses', async () => {
    const one = await start(() => 1_000_000)
    const [office, home] = [at('198.51.100.1'), at('198.51.100.2')]
    const { key: newKey } = await createApiKey(one.db, { name: 'new', now: 1 })
    expect(await statusOf(one, TEST_KEY, office)).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 200 }, (_, i) => statusOf(one, `wrong-${i}`, office)))
    expect(wrong.filter((status) => status === 401)).toHaveLength(50)
    expect(await statusOf(one, TEST_KEY, office)).toBe(200)
    expect(await statusOf(one, newKey, office)).toBe(429)
    expect(await statusOf(one, newKey, home)).toBe(200)
  })

  test('counts sign-in codes and keys at sign-in too', async () => {
    const one = await start(() => 1_000_000)
    const from = at('198.51.100.3')
    const tries = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? { key: `wrong-${i}` } : { code: `wrong-${i}` }))
    for (const body of tries) expect((await signIn(one, body, from)).status).toBe(401)
    const refused = await signIn(one, { key: TEST_KEY }, from)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await statusOf(one, TEST_KEY, from)).toBe(429)
    expect((await signIn(one, { key: TEST_KEY }, at('198.51.100.4'))).status).toBe(200)
  })
})

describe('signing in', () => {
  test('is limited by address, before the body is read', async () => {
    const one = await start(() => 1_000_000)
    const from = at('198.51.100.5')
    const large = JSON.stringify({ key: 'x'.repeat(2000) })
    const statuses: number[] = []
    for (let i = 0; i < 70; i++) statuses.push((await signIn(one, large, from)).status)
    expect(statuses.filter((status) => status === 413)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429))
    expect((await signIn(one, large, at('198.51.100.6'))).status).toBe(413)
  })

  test('is limited by key, and no other key is', async () => {
    const one = await start(() => 1_000_000)
    const { key: other } = await createApiKey(one.db, { name: 'other', now: 1 })
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) statuses.push((await signIn(one, { key: TEST_KEY }, at(`198.51.100.${i}`))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
    expect((await signIn(one, { key: other })).status).toBe(200)
    const code = await createSignInCode(one.db, { now: 1_000_000 })
    expect((await signIn(one, { code })).status).toBe(200)
  })
})

test('the audit log has what was refused: one entry for each address, kind and minute', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-refused-'))
  const one = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR })
  const from = at('198.51.100.7')
  await Promise.all(Array.from({ length: 100 }, (_, i) => statusOf(one, `wrong-${i}`, from)))
  await signIn(one, { key: 'wrong' }, at('198.51.100.8'))
  const { key, record } = await createApiKey(one.db, { name: 'plain', account: 'plain', now: 1 })
  const headers = { 'x-api-key': key, ...at('198.51.100.9') }
  for (let i = 0; i < 3; i++) expect((await one.call('/admin/accounts', { headers })).status).toBe(403)
  // What a minute has not written yet, the end of the service does.
  await one.close()
  const db = await openRecords(one.config, () => {})
  const entries = (await listAuditEntries(db, { limit: 100, after: 0 })).filter(({ action }) =>
    action.startsWith('refuse'),
  )
  await db.destroy()
  await rm(DATA_DIR, { recursive: true })
  expect(entries).toMatchObject([
    { action: 'refuseKey', actor: { kind: 'unknown', address: '198.51.100.7' }, details: { count: 100 } },
    { action: 'refuseSignIn', actor: { kind: 'unknown', address: '198.51.100.8' }, details: { count: 1 } },
    {
      action: 'refuseAdministration',
      actor: { kind: 'key', keyId: record.id, accountId: record.accountId, address: '198.51.100.9' },
      details: { count: 3 },
    },
  ])
})
