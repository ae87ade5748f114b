import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { revokeKey } from '../../src/accounts/management/manage-keys.ts'
import { SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { createSignInCode, endSessions, SESSION_LIFETIME_MS } from '../../src/accounts/sessions.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let now = Date.now()
let service: TestService

beforeAll(async () => {
  service = await startTestService({}, () => now)
})
afterAll(() => service.close())

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

type Headers = Readonly<Record<string, string>>

function session(method: string, { body, headers = STUDIO }: { body?: object; headers?: Headers } = {}) {
  return fetch(`${service.url}/studio/session`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

async function signIn(): Promise<string> {
  const answer = await session('POST', { body: { code: await createSignInCode(service.db, { now }) } })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')!
}

async function avatarsStatus(headers: Headers): Promise<number> {
  return (await fetch(`${service.url}/v1/tts/avatars`, { headers })).status
}

test('a code signs in once, with a cookie that scripts and other sites cannot use', async () => {
  const code = await createSignInCode(service.db, { now })
  const first = await session('POST', { body: { code } })
  const cookie = first.headers.get('set-cookie')!
  expect(cookie).toMatch(/^declaim_session=[\w-]{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
  expect(await avatarsStatus({ ...STUDIO, cookie })).toBe(200)
  expect((await session('POST', { body: { code } })).status).toBe(401)
})

test('codes and sessions expire', async () => {
  const code = await createSignInCode(service.db, { now })
  now += 61 * 60_000
  expect((await session('POST', { body: { code } })).status).toBe(401)
  const cookie = await signIn()
  now += SESSION_LIFETIME_MS
  expect(await avatarsStatus({ ...STUDIO, cookie })).toBe(401)
})

test('a key is exchanged for a session; a wrong one is not', async () => {
  const cookie = (await session('POST', { body: { key: TEST_KEY } })).headers.get('set-cookie')!
  expect(await avatarsStatus({ ...STUDIO, cookie })).toBe(200)
  expect((await session('POST', { body: { key: 'wrong' } })).status).toBe(401)
})

test('a session that a key began can do what the key can, and no more', async () => {
  const sessionOf = async (rules: object): Promise<Headers> => {
    const { key } = await createApiKey(service.db, { name: 'restricted', account: 'restricted', now, ...rules })
    const cookie = (await session('POST', { body: { key } })).headers.get('set-cookie')!
    return { ...STUDIO, cookie }
  }
  const statusOf = async (path: string, headers: Headers, body?: object) =>
    (
      await fetch(
        `${service.url}/v1/tts${path}`,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      )
    ).status
  const scoped = await sessionOf({ scopes: ['usage', 'admin'] })
  expect([await statusOf('/usage', scoped), await statusOf('/clips', scoped)]).toEqual([200, 403])
  expect(await statusOf('/admin/accounts', scoped)).toBe(403)
  const limited = await sessionOf({ charactersPerMonth: 5 })
  expect(await statusOf('/stream', limited, { speaker_id: 3, text: 'aaaaa' })).toBe(200)
  expect(await statusOf('/stream', limited, { speaker_id: 3, text: 'a' })).toBe(429)
  expect(await statusOf('/keys', limited, { name: 'more' })).toBe(403)
  const ending = await sessionOf({ expiresAt: now + 1000 })
  expect(await avatarsStatus(ending)).toBe(200)
  now += 1000
  expect(await avatarsStatus(ending)).toBe(401)
  const elsewhere = await createApiKey(service.db, { name: 'far', now, allowedAddresses: ['10.0.0.1'] })
  expect((await session('POST', { body: { key: elsewhere.key } })).status).toBe(403)
})

test('a session ends at once when its key is revoked, and others go on', async () => {
  const { key, record } = await createApiKey(service.db, { name: 'leaked', now })
  const cookie = (await session('POST', { body: { key } })).headers.get('set-cookie')!
  const other = await signIn()
  expect(await avatarsStatus({ ...STUDIO, cookie })).toBe(200)
  const by = { actor: { kind: 'operator', name: 'tester' }, now } as const
  await revokeKey(service.db, { keyId: record.id }, by)
  expect(await avatarsStatus({ ...STUDIO, cookie })).toBe(401)
  expect(await (await session('GET', { headers: { ...STUDIO, cookie } })).json()).toMatchObject({ signed_in: false })
  expect(await avatarsStatus({ ...STUDIO, cookie: other })).toBe(200)
})

test('a forged request has no session, whatever single protection fails', async () => {
  const cookie = await signIn()
  const { 'x-declaim-studio': _, ...withoutHeader } = STUDIO
  expect(await avatarsStatus({ ...withoutHeader, cookie })).toBe(401)
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(await avatarsStatus({ ...STUDIO, 'sec-fetch-site': site, cookie })).toBe(401)
  }
  const { 'sec-fetch-site': __, ...oldBrowser } = STUDIO
  expect(await avatarsStatus({ ...oldBrowser, origin: 'http://evil.example', cookie })).toBe(401)
  expect(await avatarsStatus({ ...oldBrowser, origin: service.url, cookie })).toBe(200)
  expect((await session('POST', { body: { key: TEST_KEY }, headers: oldBrowser })).status).toBe(200)
  expect((await session('POST', { body: { key: TEST_KEY }, headers: withoutHeader })).status).toBe(401)
  const preflight = await fetch(`${service.url}/v1/tts/clips`, {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
})

test('sessions end: one by its browser, all of an account by the operator', async () => {
  const [one, other] = [await signIn(), await signIn()]
  expect(await (await session('GET', { headers: { ...STUDIO, cookie: one } })).json()).toMatchObject({
    signed_in: true,
    account_id: expect.stringMatching(/./),
  })
  const left = await session('DELETE', { headers: { ...STUDIO, cookie: one } })
  expect(left.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await (await session('GET', { headers: { ...STUDIO, cookie: one } })).json()).toMatchObject({
    signed_in: false,
  })
  expect(await avatarsStatus({ ...STUDIO, cookie: one })).toBe(401)
  expect(await avatarsStatus({ ...STUDIO, cookie: other })).toBe(200)
  await endSessions(service.db, { now })
  expect(await avatarsStatus({ ...STUDIO, cookie: other })).toBe(401)
})

type Listed = { readonly session_id: string; readonly is_current: boolean } & Readonly<Record<string, unknown>>

describe('the list of sessions', () => {
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

  /** A session of an account of its own, begun with a key of it. */
  async function begin(scopes?: readonly Scope[], account = `listed ${Math.random()}`) {
    const rules = scopes === undefined ? {} : { scopes }
    const { key, record } = await createApiKey(service.db, { name: 'k', account, now, ...rules })
    const answer = await session('POST', { body: { key }, headers: { ...STUDIO, 'user-agent': BROWSER } })
    expect(answer.status).toBe(200)
    return { key, record, account, headers: { ...STUDIO, cookie: answer.headers.get('set-cookie')! } }
  }
  const list = async (headers: Headers): Promise<readonly Listed[]> => {
    const answer = await fetch(`${service.url}/v1/tts/sessions`, { headers })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { sessions: readonly Listed[] }).sessions
  }
  const end = (id: string, headers: Headers) =>
    fetch(`${service.url}/v1/tts/sessions/${id}`, { method: 'DELETE', headers })

  test('says when, where and with which key each began, and which one asks', async () => {
    const { record, headers, account } = await begin(SCOPES)
    const code = await createSignInCode(service.db, { account, now })
    await session('POST', { body: { code } })
    const sessions = await list(headers)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ is_current }) => is_current)).toMatchObject({
      key_id: record.id,
      created_at: now,
      expires_at: now + SESSION_LIFETIME_MS,
      address: '127.0.0.1',
      browser: BROWSER,
    })
    expect(sessions.find(({ is_current }) => !is_current)).toMatchObject({ key_id: null })
    expect(JSON.stringify(sessions)).not.toContain(/=([\w-]+)/.exec(headers.cookie)![1])
  })

  test('ends one at once, and no other', async () => {
    const { key, headers, account } = await begin(SCOPES)
    const other = await begin(SCOPES, account)
    const [target] = (await list(headers)).filter(({ is_current }) => !is_current)
    expect((await end(target!.session_id, { 'x-api-key': key })).status).toBe(200)
    expect(await avatarsStatus(other.headers)).toBe(401)
    expect(await avatarsStatus(headers)).toBe(200)
    expect((await end(target!.session_id, { 'x-api-key': key })).status).toBe(404)
  })

  test('lets no caller end a session that may do more than the caller, but its own', async () => {
    const strong = await begin(SCOPES)
    const weak = await begin(['keys'], strong.account)
    const sessions = await list(weak.headers)
    const [own, others] = [sessions.find((one) => one.is_current)!, sessions.find((one) => !one.is_current)!]
    expect((await end(others.session_id, { 'x-api-key': weak.key })).status).toBe(403)
    expect(await avatarsStatus(strong.headers)).toBe(200)
    expect((await end(own.session_id, weak.headers)).status).toBe(200)
    expect(await avatarsStatus(weak.headers)).toBe(401)
  })

  test('has none whose key has ended, and none of another account', async () => {
    const { key, record, headers, account } = await begin(SCOPES)
    const other = await begin(SCOPES, account)
    const stranger = await begin(SCOPES)
    const [own] = await list(stranger.headers)
    expect((await end(own!.session_id, { 'x-api-key': key })).status).toBe(404)
    await revokeKey(service.db, { keyId: other.record.id }, { actor: { kind: 'operator', name: 'tester' }, now })
    expect((await list(headers)).map(({ key_id }) => key_id)).toEqual([record.id])
  })

  test('keeps the twenty newest of a key', async () => {
    const { key, headers } = await begin(SCOPES)
    for (let i = 0; i < 19; i++) {
      now += 1000
      expect((await session('POST', { body: { key } })).status).toBe(200)
    }
    expect(await list(headers)).toHaveLength(20)
    now += 3600_000
    expect((await session('POST', { body: { key } })).status).toBe(200)
    expect(await avatarsStatus(headers)).toBe(401)
  })
})

test('signing in again ends the session that the browser has', async () => {
  const first = await signIn()
  const again = await session('POST', { body: { key: TEST_KEY }, headers: { ...STUDIO, cookie: first } })
  expect(again.status).toBe(200)
  expect(await avatarsStatus({ ...STUDIO, cookie: first })).toBe(401)
  expect(await avatarsStatus({ ...STUDIO, cookie: again.headers.get('set-cookie')! })).toBe(200)
})

test('over TLS the cookie has the prefix __Host-, and no other cookie counts', async () => {
  const secure = await startTestService({ PUBLIC_URL: 'https://speech.example.com' })
  try {
    const post = async (cookie = '') => {
      const answer = await fetch(`${secure.url}/studio/session`, {
        method: 'POST',
        headers: { ...STUDIO, cookie },
        body: JSON.stringify({ key: TEST_KEY }),
      })
      return answer.headers.get('set-cookie')!
    }
    const set = await post()
    expect(set).toMatch(
      /^__Host-declaim_session=[\w-]{32}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
    const status = async (cookie: string) =>
      (await fetch(`${secure.url}/v1/tts/avatars`, { headers: { ...STUDIO, cookie } })).status
    const cookie = set.split(';')[0]!
    expect(await status(`declaim_session=planted; ${cookie}`)).toBe(200)
    expect(await status(cookie.replace('__Host-', ''))).toBe(401)
    const left = await fetch(`${secure.url}/studio/session`, { method: 'DELETE', headers: { ...STUDIO, cookie } })
    expect(left.headers.get('set-cookie')).toMatch(/^__Host-declaim_session=; .*Max-Age=0.*; Secure$/)
    expect(await status(cookie)).toBe(401)
  } finally {
    await secure.close()
  }
})

test('a session sees its own account alone', async () => {
  const code = await createSignInCode(service.db, { account: 'other', now })
  const cookie = (await session('POST', { body: { code } })).headers.get('set-cookie')!
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
    body: { name: 'Mine' },
  })
  const foreign = await fetch(`${service.url}/v1/tts/replacement_libraries/${library_id}`, {
    headers: { ...STUDIO, cookie },
  })
  expect(foreign.status).toBe(404)
})

test('the page is sent under a strict policy', async () => {
  const { headers } = await fetch(service.url)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${service.url}/assets/..%2f..%2fpackage.json`)).status).toBe(404)
})
