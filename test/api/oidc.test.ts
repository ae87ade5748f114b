import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const MINUTE_MS = 60_000

let now = Date.now()
let service: TestService
let provider: IdentityProvider
let base: string
let link: Headers

type Headers = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  const port = await findFreePort()
  base = `http://127.0.0.1:${port}`
  provider = await startIdentityProvider(`${base}/studio/oidc/callback`)
  const settings = {
    PORT: String(port),
    PUBLIC_URL: base,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    LOG_LEVEL: 'silent',
  }
  service = await startTestService(settings, () => now)
})
afterAll(async () => {
  await service.close()
  await provider.close()
})
beforeEach(async () => {
  now += 3_600_000
  const code = await createSignInCode(service.db, { now, account: 'team' })
  const answer = await post('/studio/session', STUDIO, { code })
  link = { ...STUDIO, cookie: cookieOf(answer)! }
})

const post = (path: string, headers: Headers, body?: object) =>
  fetch(base + path, {
    method: 'POST',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** The first cookie that an answer sets, as a request sends it; undefined if it sets none or takes one away. */
function cookieOf(answer: Response, name = ''): string | undefined {
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(name) && !one.includes('Max-Age=0'))
  return cookie?.split(';')[0]
}

async function api<Answer = Body>(path: string, headers: Headers, options: { method?: string; body?: object } = {}) {
  const { method = options.body ? 'POST' : 'GET', body } = options
  const answer = await fetch(`${base}/v1/tts${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}

const invite = async (email: string, as = link) =>
  (await api<{ member_id: string }>('/members', as, { body: { name: 'Ada', role: 'editor', email } })).body.member_id

/** Begins a sign-in as the page does. */
async function begin() {
  const answer = await post('/studio/oidc', STUDIO)
  expect(answer.status).toBe(200)
  const { url } = (await answer.json()) as { url: string }
  return { url, cookie: cookieOf(answer, 'declaim_oidc')! }
}

/** Signs in at the provider, in a browser that knows nothing of it, up to the address that it sends the browser back to. */
async function visit(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let steps = 0; steps < 12; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    url = new URL(answer.headers.get('location')!, url).href
    if (url.startsWith(base)) return url
  }
  throw new Error('The provider sends the browser round in circles')
}

const comeBack = (url: string, cookie?: string) =>
  fetch(url, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })

async function signIn(login: IdentityProvider['login']) {
  provider.login = login
  const { url, cookie } = await begin()
  const answer = await comeBack(await visit(url), cookie)
  return { place: answer.headers.get('location'), session: cookieOf(answer, 'declaim_session') }
}

const sessionOf = async (cookie: string) =>
  (await (await fetch(`${base}/studio/session`, { headers: { ...STUDIO, cookie } })).json()) as Body

describe('a person at the identity provider', () => {
  test('signs in as the member that was invited by the verified address, and later by who they are', async () => {
    const id = await invite(' Ada@Example.com ')
    expect((await api(`/members/${id}`, link)).body).toMatchObject({ email: 'ada@example.com', status: 'invited' })
    const first = await signIn({ subject: 'ada', email: 'ADA@example.com' })
    expect(first.place).toBe(`${base}/`)
    expect(await sessionOf(first.session!)).toMatchObject({
      signed_in: true,
      oidc_origin: base,
      member: { member_id: id, role: 'editor' },
    })
    // The address has changed at the provider: the person is the same.
    expect(await sessionOf((await signIn({ subject: 'ada', email: 'lovelace@example.com' })).session!)).toMatchObject({
      member: { member_id: id },
    })
    // Somebody else gets the address: they are not the member.
    expect(await signIn({ subject: 'heir', email: 'ada@example.com' })).toEqual({
      place: `${base}/#sign-in-unknown`,
      session: undefined,
    })
  })

  test.each([
    ['whom nobody invited', { subject: 's1', email: 'stranger@example.com' }],
    ['without an address', { subject: 's2' }],
    ['whose address is not verified', { subject: 's3', email: 'boss@example.com', isVerified: false }],
  ])('%s is not let in', async (_, login) => {
    await invite(`boss@example.com`)
    expect(await signIn(login)).toEqual({ place: `${base}/#sign-in-unknown`, session: undefined })
    const { body } = await api<{ members: readonly { member_id: string }[] }>('/members', link)
    for (const { member_id } of body.members) await api(`/members/${member_id}`, link, { method: 'DELETE' })
  })

  test('whom two accounts have invited is let into neither', async () => {
    await invite('both@example.com')
    const code = await createSignInCode(service.db, { now, account: 'attackers' })
    const other = { ...STUDIO, cookie: cookieOf(await post('/studio/session', STUDIO, { code }))! }
    const mine = await invite('both@example.com', other)
    expect((await signIn({ subject: 'both', email: 'both@example.com' })).session).toBeUndefined()
    await api(`/members/${mine}`, other, { method: 'DELETE' })
    expect((await signIn({ subject: 'both', email: 'both@example.com' })).session).toBeDefined()
    // Once the person is known, nobody draws them elsewhere.
    await invite('both@example.com', other)
    const { account_id } = await sessionOf(link.cookie!)
    expect(await sessionOf((await signIn({ subject: 'both', email: 'both@example.com' })).session!)).toMatchObject({
      account_id,
    })
  })

  test('is out when removed, and when the address of the member is given to somebody else', async () => {
    const id = await invite('grace@example.com')
    const { session } = await signIn({ subject: 'grace', email: 'grace@example.com' })
    await api(`/members/${id}`, link, { method: 'PATCH', body: { email: 'hopper@example.com' } })
    expect((await signIn({ subject: 'grace', email: 'grace@example.com' })).session).toBeUndefined()
    expect((await signIn({ subject: 'hopper', email: 'hopper@example.com' })).session).toBeDefined()
    await api(`/members/${id}`, link, { method: 'DELETE' })
    expect((await signIn({ subject: 'hopper', email: 'hopper@example.com' })).session).toBeUndefined()
    expect(await sessionOf(session!)).toMatchObject({ signed_in: false })
  })
})

describe('the way back', () => {
  const FAILED = () => `${base}/#sign-in-failed`

  test('works once', async () => {
    await invite('once@example.com')
    provider.login = { subject: 'once', email: 'once@example.com' }
    const { url, cookie } = await begin()
    const back = await visit(url)
    expect((await comeBack(back, cookie)).headers.get('location')).toBe(`${base}/`)
    expect((await comeBack(back, cookie)).headers.get('location')).toBe(FAILED())
  })

  test("is of the browser that began: an attacker's way back signs no victim in", async () => {
    await invite('attacker@example.com')
    provider.login = { subject: 'attacker', email: 'attacker@example.com' }
    const [attacker, victim] = [await begin(), await begin()]
    const back = await visit(attacker.url)
    for (const cookie of [undefined, victim.cookie, 'declaim_oidc=', 'declaim_oidc=guess']) {
      const answer = await comeBack(back, cookie)
      expect(answer.headers.get('location')).toBe(FAILED())
      expect(cookieOf(answer, 'declaim_session')).toBeUndefined()
    }
  })

  test('with another state, code or error, or after ten minutes, signs nobody in', async () => {
    await invite('late@example.com')
    provider.login = { subject: 'late', email: 'late@example.com' }
    const change = async (alter: (back: URL) => void) => {
      const { url, cookie } = await begin()
      const back = new URL(await visit(url))
      alter(back)
      return (await comeBack(back.href, cookie)).headers.get('location')
    }
    expect(await change((back) => back.searchParams.set('state', 'other'))).toBe(FAILED())
    expect(await change((back) => back.searchParams.set('code', 'other'))).toBe(FAILED())
    expect(await change((back) => back.searchParams.set('iss', 'https://evil.example'))).toBe(FAILED())
    expect(await change((back) => back.searchParams.delete('code'))).toBe(FAILED())
    expect(await change(() => (now += 10 * MINUTE_MS))).toBe(FAILED())
    expect(await change(() => {})).toBe(`${base}/`)
  })

  test("takes no code of another sign-in: the provider's answer is bound by PKCE and nonce", async () => {
    await invite('mixed@example.com')
    provider.login = { subject: 'mixed', email: 'mixed@example.com' }
    const [one, other] = [await begin(), await begin()]
    const [first, second] = [new URL(await visit(one.url)), new URL(await visit(other.url))]
    first.searchParams.set('code', second.searchParams.get('code')!)
    expect((await comeBack(first.href, one.cookie)).headers.get('location')).toBe(FAILED())
  })
})

test('only the page itself begins a sign-in, at a limited rate, and sends nobody elsewhere', async () => {
  for (const headers of [{}, { 'x-declaim-studio': '1', 'sec-fetch-site': 'cross-site' }])
    expect((await post('/studio/oidc', headers)).status).toBe(401)
  const { url, cookie } = await begin()
  const asked = new URL(url)
  expect(asked.origin).toBe(provider.issuer)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: `${base}/studio/oidc/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
  })
  expect(url).not.toContain(cookie.split('=')[1])
  const answers = await Promise.all(Array.from({ length: 80 }, () => post('/studio/oidc', STUDIO)))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})

test('a service without a provider has no such way in', async () => {
  const plain = await startTestService({ LOG_LEVEL: 'silent' })
  const answer = await fetch(`${plain.url}/studio/oidc`, { method: 'POST', headers: STUDIO })
  expect(answer.status).toBe(404)
  const back = await fetch(`${plain.url}/studio/oidc/callback?code=a&state=b`, { redirect: 'manual' })
  expect(back.headers.get('location')).toBe(`${plain.url}/#sign-in-failed`)
  expect(await (await fetch(`${plain.url}/studio/session`, { headers: STUDIO })).json()).toMatchObject({
    oidc_origin: null,
  })
  await plain.close()
})
