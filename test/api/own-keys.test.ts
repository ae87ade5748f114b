import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000

let now = NOW
let service: TestService
/** May do everything in its account but administer the service. */
let keeper: string

beforeAll(async () => {
  service = await startTestService({}, () => now)
  const scopes = SCOPES.filter((scope) => scope !== 'admin')
  keeper = (await createApiKey(service.db, { name: 'keeper', account: 'team', scopes, now })).key
})
afterAll(() => service.close())
beforeEach(() => {
  now = NOW
})

type Key = Readonly<Record<string, unknown>> & { readonly key_id: string; readonly key: string }
type Call = { readonly method?: string; readonly body?: unknown; readonly as?: string }

async function call(path: string, { as = keeper, ...options }: Call = {}) {
  const answer = await service.call(path, { ...options, headers: { 'x-api-key': as } })
  return { status: answer.status, body: (await answer.json()) as Key }
}

const create = async (body: object, as = keeper) => (await call('/keys', { body: { name: 'new', ...body }, as })).body
const avatarsStatus = async (key: string) => (await call('/avatars', { as: key })).status

describe('POST /keys', () => {
  test('creates a key, shows it once, and it works', async () => {
    const created = await create({ name: 'Phone menu' })
    expect(created).toMatchObject({
      key: expect.stringMatching(/^dcl_[0-9A-Za-z]{42}$/),
      name: 'Phone menu',
      hint: created.key.slice(-4),
      status: 'active',
      scopes: DEFAULT_SCOPES,
      created_at: NOW,
      expires_at: null,
      revoked_at: null,
      allowed_addresses: null,
      characters_per_month: null,
    })
    expect(await avatarsStatus(created.key)).toBe(200)
    const { key, ...shown } = created
    expect((await call(`/keys/${created.key_id}`)).body).toMatchObject({ ...shown, last_used_at: null })
    expect(JSON.stringify((await call('/keys')).body)).not.toContain(key)
  })

  test('gives it the rules that are asked for', async () => {
    const rules = {
      scopes: ['synthesize', 'usage'],
      expires_at: NOW + HOUR_MS,
      allowed_addresses: ['127.0.0.0/8', '2001:db8::1'],
      characters_per_month: 5,
    }
    const { key, ...created } = await create(rules)
    expect(created).toMatchObject(rules)
    expect((await call('/clips', { as: key })).status).toBe(403)
    const speak = (text: string) => call('/input_validated', { body: { speaker_id: 3, text }, as: key })
    expect((await speak('Hello')).status).toBe(200)
    now += HOUR_MS
    expect(await avatarsStatus(key)).toBe(401)
    expect((await call(`/keys/${created.key_id}`)).body).toMatchObject({ status: 'expired' })
  })

  test('with a monthly limit sees what it has left, and not only what the account has', async () => {
    const { key } = await create({ scopes: ['clips:write', 'usage'], characters_per_month: 8 })
    await call('/clips', { body: { speaker_id: 3, text: 'Hello' }, as: key })
    const { body } = await call('/usage', { as: key })
    expect(body).toMatchObject({ key: { characters: 5, characters_limit: 8, characters_remaining: 3 } })
    const unlimited = await create({ scopes: ['usage'] })
    expect((await call('/usage', { as: unlimited.key })).body).not.toHaveProperty('key')
  })

  test.each([
    [{ name: '' }, 'name is empty'],
    [{ name: 'a\nb' }, 'expected 1 to 200 characters on one line'],
    [{ name: 'x'.repeat(201) }, 'at most 200'],
    [{ name: 5 }, 'name is 5'],
    [{ scopes: ['fly'] }, 'expected synthesize, libraries:read'],
    [{ scopes: [] }, 'scopes'],
    [{ expires_at: NOW }, `Cannot use expiry ${new Date(NOW).toISOString()}`],
    [{ expires_at: '2027-01-01' }, 'expires_at is "2027-01-01"'],
    [{ allowed_addresses: ['localhost'] }, 'Cannot use address "localhost"'],
    [{ allowed_addresses: ['10.0.0.0/33'] }, 'Cannot use address "10.0.0.0/33"'],
    [{ characters_per_month: 0 }, 'characters_per_month is 0'],
    [{ characters_per_month: 1.5 }, 'characters_per_month is 1.5'],
  ])('refuses %j and creates nothing', async (body, message) => {
    const before = (await call('/keys')).body.count
    expect(await call('/keys', { body: { name: 'new', ...body } })).toMatchObject({
      status: 400,
      body: { code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) },
    })
    expect((await call('/keys')).body.count).toBe(before)
  })

  test('passes on no scope that the caller lacks', async () => {
    const { key } = await create({ scopes: ['keys', 'usage'] })
    expect((await create({}, key)).scopes).toEqual(['usage'])
    for (const scope of ['synthesize', 'admin']) {
      const refused = await call('/keys', { body: { name: 'more', scopes: [scope] }, as: key })
      expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining(`the scope ${scope}`) } })
    }
    const strong = await create({})
    const rotated = await call(`/keys/${strong.key_id}/rotate`, { body: {}, as: key })
    expect(rotated.status).toBe(403)
    expect(await avatarsStatus(strong.key)).toBe(200)
    const named = await create({ scopes: ['synthesize'] })
    expect((await call(`/keys/${named.key_id}/rotate`, { body: {}, as: key })).status).toBe(403)
  })

  test.each([{ expires_at: NOW + HOUR_MS }, { allowed_addresses: ['127.0.0.1'] }, { characters_per_month: 10 }])(
    'is refused to a key with %j, which would rid itself of its limits',
    async (rule) => {
      const { key, key_id } = await create({ ...rule, scopes: ['keys'] })
      expect((await call('/keys', { body: { name: 'free' }, as: key })).status).toBe(403)
      expect((await call(`/keys/${key_id}/rotate`, { body: {}, as: key })).status).toBe(403)
      expect((await call('/keys', { as: key })).status).toBe(200)
    },
  )

  test('stops at 1,000 valid keys', async () => {
    const { record } = await createApiKey(service.db, { name: 'first', account: 'full', scopes: ['keys'], now })
    const full = await createApiKey(service.db, { name: 'second', accountId: record.accountId, scopes: ['keys'], now })
    const row = await service.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 998 }, (_, i) => ({ ...row, id: `full-${i}`, hash: `full-${i}` }))
    for (let i = 0; i < rows.length; i += 100)
      await service.db
        .insertInto('api_keys')
        .values(rows.slice(i, i + 100))
        .execute()
    const body = { name: 'more', scopes: ['keys'] }
    expect(await call('/keys', { body, as: full.key })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await call('/keys/full-0', { method: 'DELETE', as: full.key })).status).toBe(200)
    expect((await call('/keys', { body, as: full.key })).status).toBe(200)
  })
})

describe('a key of the account', () => {
  test('is rotated: both keys work until the overlap ends', async () => {
    const old = await create({ name: 'Old', scopes: ['usage'], characters_per_month: 7 })
    const rotated = await call(`/keys/${old.key_id}/rotate`, { body: { overlap_seconds: 3600 } })
    expect(rotated.body).toMatchObject({ name: 'Old', scopes: ['usage'], characters_per_month: 7, status: 'active' })
    expect(rotated.body.key_id).not.toBe(old.key_id)
    expect([await avatarsStatus(old.key), await avatarsStatus(rotated.body.key)]).toEqual([200, 200])
    expect((await call(`/keys/${old.key_id}`)).body.expires_at).toBe(NOW + HOUR_MS)
    now += HOUR_MS
    expect([await avatarsStatus(old.key), await avatarsStatus(rotated.body.key)]).toEqual([401, 200])
    expect((await call(`/keys/${old.key_id}/rotate`, { body: {} })).status).toBe(404)
  })

  test.each([
    [{}, 24 * HOUR_MS],
    [{ overlap_seconds: null }, 24 * HOUR_MS],
    [{ overlap_seconds: 0 }, 0],
  ])('rotated with %j ends after %i ms', async (body, overlapMs) => {
    const { key_id } = await create({})
    await call(`/keys/${key_id}/rotate`, { body })
    expect((await call(`/keys/${key_id}`)).body.expires_at).toBe(NOW + overlapMs)
  })

  test('that ends earlier than the overlap ends as it would', async () => {
    const { key_id } = await create({ expires_at: NOW + 1000 })
    await call(`/keys/${key_id}/rotate`, { body: { overlap_seconds: 60 } })
    expect((await call(`/keys/${key_id}`)).body.expires_at).toBe(NOW + 1000)
  })

  test('is revoked at once, once', async () => {
    const { key, key_id } = await create({})
    expect(await avatarsStatus(key)).toBe(200)
    const revoked = await call(`/keys/${key_id}`, { method: 'DELETE' })
    expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked', revoked_at: NOW } })
    expect(await avatarsStatus(key)).toBe(401)
    expect((await call(`/keys/${key_id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await call(`/keys/${key_id}/rotate`, { body: {} })).status).toBe(404)
  })

  test('can revoke itself', async () => {
    const { key, key_id } = await create({ scopes: ['keys'] })
    expect((await call(`/keys/${key_id}`, { method: 'DELETE', as: key })).status).toBe(200)
    expect(await avatarsStatus(key)).toBe(401)
  })
})

test('a Studio session that a link began manages the keys of its account', async () => {
  const studio = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const code = await createSignInCode(service.db, { account: 'team', now })
  const body = JSON.stringify({ code })
  const signedIn = await fetch(`${service.url}/studio/session`, { method: 'POST', headers: studio, body })
  const headers = { ...studio, cookie: signedIn.headers.get('set-cookie')! }
  const url = `${service.url}/v1/tts/keys`
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'From the Studio' }) })
  expect(made.status).toBe(200)
  const { key_id, key } = (await made.json()) as Key
  expect(await avatarsStatus(key)).toBe(200)
  expect(await (await fetch(url, { headers })).text()).toContain('From the Studio')
  const more = JSON.stringify({ name: 'x', scopes: ['admin'] })
  expect((await fetch(url, { method: 'POST', headers, body: more })).status).toBe(403)
  expect((await fetch(`${url}/${key_id}`, { method: 'DELETE', headers })).status).toBe(200)
  expect(await avatarsStatus(key)).toBe(401)
})

describe('a key that may do little', () => {
  const scoped = async (...scopes: Scope[]) =>
    await createApiKey(service.db, { name: 'scoped', account: 'team', scopes, now })

  test('makes no key of the usual scopes that it has none of, and none without scopes', async () => {
    const { key: as } = await scoped('keys')
    for (const scopes of [undefined, null]) {
      const refused = await call('/keys', { as, body: { name: 'none', scopes } })
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await call('/keys', { as, body: { name: 'none', scopes: [] } })).status).toBe(400)
    expect((await create({ scopes: ['keys'] }, as)).scopes).toEqual(['keys'])
  })

  test('replaces and ends no key that may do more, and changes nothing when it tries', async () => {
    const { key: as, record } = await scoped('keys', 'usage')
    const { key, record: usual } = await createApiKey(service.db, { name: 'usual', account: 'team', now })
    const { key: adminKey, record: admin } = await scoped('admin')
    for (const id of [usual.id, admin.id]) {
      for (const [path, method] of [
        [`/keys/${id}/rotate`, 'POST'],
        [`/keys/${id}`, 'DELETE'],
      ] as const) {
        const refused = await call(path, { method, as, ...(method === 'POST' && { body: {} }) })
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'FORBIDDEN'])
      }
    }
    expect([await avatarsStatus(key), await avatarsStatus(adminKey)]).toEqual([200, 200])
    const equal = await scoped('usage')
    expect((await call(`/keys/${equal.record.id}`, { method: 'DELETE', as })).status).toBe(200)
    expect((await call(`/keys/${record.id}`, { method: 'DELETE', as })).status).toBe(200)
  })
})

describe('a key that replaces another', () => {
  test('has what is left of its month, and so has the old one', async () => {
    const rules = { scopes: ['synthesize'], charactersPerMonth: 100 } as const
    const { key, record } = await createApiKey(service.db, { name: 'monthly', account: 'team', now, ...rules })
    const speak = async (as: string, length: number) => {
      const answer = await service.call('/stream', {
        body: { speaker_id: 3, text: 'a'.repeat(length) },
        headers: { 'x-api-key': as },
      })
      await answer.bytes()
      return answer.status
    }
    expect(await speak(key, 60)).toBe(200)
    const { key_id: second, key: secondKey } = (
      await call(`/keys/${record.id}/rotate`, { body: { overlap_seconds: 3600 } })
    ).body
    expect([await speak(secondKey, 60), await speak(secondKey, 30), await speak(key, 30)]).toEqual([429, 200, 429])
    const { key: third } = (await call(`/keys/${second}/rotate`, { body: { overlap_seconds: 0 } })).body
    expect([await speak(third, 20), await speak(third, 10), await speak(key, 1)]).toEqual([429, 200, 429])
  })

  test('counts against the limit of keys while the old one is valid', async () => {
    const account = 'crowded'
    const scopes = SCOPES.filter((scope) => scope !== 'admin')
    const { key: as, record } = await createApiKey(service.db, { name: 'keeper', account, scopes, now })
    const rows = Array.from({ length: 999 }, (_, index) => ({
      id: `crowded ${index}`,
      account_id: record.accountId,
      name: 'one of many',
      hash: `crowded ${index}`,
      hint: 'none',
      created_at: now,
    }))
    for (let at = 0; at < rows.length; at += 100)
      await service.db
        .insertInto('api_keys')
        .values(rows.slice(at, at + 100))
        .execute()
    const rotate = (overlap_seconds: number) =>
      call('/keys/crowded 0/rotate'.replace(' ', '%20'), { as, body: { overlap_seconds } })
    expect((await call('/keys', { as, body: { name: 'more' } })).status).toBe(409)
    expect(await rotate(60)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await rotate(0)).toMatchObject({ status: 200 })
    expect((await call('/keys', { as, body: { name: 'more' } })).status).toBe(409)
  })
})

describe('PATCH /keys/{key_id}', () => {
  const change = (key: Pick<Key, 'key_id'>, body: object, as = keeper) =>
    call(`/keys/${key.key_id}`, { method: 'PATCH', body, as })

  test('changes what is named, from the next request on, and leaves the rest', async () => {
    const key = await create({ name: 'Kiosk', characters_per_month: 100 })
    expect(await avatarsStatus(key.key)).toBe(200)
    const { status, body } = await change(key, { allowed_addresses: ['203.0.113.7'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Kiosk', characters_per_month: 100, allowed_addresses: ['203.0.113.7'] })
    expect(await avatarsStatus(key.key)).toBe(403)
    await change(key, { allowed_addresses: null, characters_per_month: null, scopes: ['usage'], name: 'Meter' })
    expect(await avatarsStatus(key.key)).toBe(200)
    expect((await call('/clips', { as: key.key })).status).toBe(403)
    expect((await call(`/keys/${key.key_id}`)).body).toMatchObject({
      name: 'Meter',
      scopes: ['usage'],
      allowed_addresses: null,
      characters_per_month: null,
    })
    await change(key, { scopes: null, expires_at: now + HOUR_MS })
    expect((await call('/clips', { as: key.key })).status).toBe(200)
    now += HOUR_MS
    expect(await avatarsStatus(key.key)).toBe(401)
  })

  test.each([
    [{ name: ' ' }],
    [{ scopes: [] }],
    [{ scopes: ['admin'] }],
    [{ expires_at: NOW }],
    [{ allowed_addresses: ['nowhere'] }],
    [{ characters_per_month: 0 }],
  ])('refuses %j and changes nothing', async (patch) => {
    const key = await create({})
    const before = (await call(`/keys/${key.key_id}`)).body
    expect((await change(key, { ...patch, allowed_addresses: ['9.9.9.9'], ...patch })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await call(`/keys/${key.key_id}`)).body).toEqual(before)
  })

  test('lets no key change one that may do more, give scopes that it lacks, or take its own limits away', async () => {
    const key = await create({ scopes: ['synthesize', 'usage'] })
    const narrow = await create({ scopes: ['keys', 'usage'] })
    expect((await change(key, { name: 'mine' }, narrow.key)).status).toBe(403)
    expect((await change(narrow, { scopes: ['keys', 'usage', 'synthesize'] }, narrow.key)).status).toBe(403)
    const limited = await create({ scopes: ['keys', 'usage'], characters_per_month: 5 })
    expect((await change(limited, { characters_per_month: null }, limited.key)).status).toBe(403)
    expect((await change(limited, { scopes: null }, limited.key)).status).toBe(403)
  })

  test('knows no key that has ended, and none of another account', async () => {
    const key = await create({})
    const stranger = await createApiKey(service.db, { name: 'x', account: 'other', scopes: SCOPES, now })
    expect((await change(key, { name: 'x' }, stranger.key)).status).toBe(404)
    await call(`/keys/${key.key_id}`, { method: 'DELETE' })
    expect((await change(key, { name: 'x' })).status).toBe(404)
  })
})
