import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { type AnswerOptions, createSoftAuthenticator } from '../support/soft-authenticator.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const MINUTE_MS = 60_000

let now = Date.now()
let service: TestService
let link: Headers
/** What an honest browser says. */
let place: Omit<AnswerOptions, 'challenge'>

type Headers = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>>
type Options = { readonly challenge: string }

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  service = await startTestService({ LOG_LEVEL: 'silent', REQUESTS_PER_SECOND: '1000' }, () => now)
  place = { origin: service.url.replace('127.0.0.1', 'localhost'), rpId: 'localhost' }
})
afterAll(() => service.close())
beforeEach(async () => {
  now += 3_600_000
  link = await signIn(await createSignInCode(service.db, { now, account: 'team' }))
})

async function call<Answer = Body>(
  path: string,
  headers: Headers,
  { method, body }: { method?: string; body?: object } = {},
) {
  const answer = await fetch(`${service.url}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, cookie: answer.headers.get('set-cookie'), body: (await answer.json()) as Answer }
}

const headersOf = (cookie: string | null): Headers => ({ ...STUDIO, cookie: cookie!.split(';')[0]! })

async function signIn(code: string): Promise<Headers> {
  return headersOf((await call('/studio/session', STUDIO, { body: { code } })).cookie)
}

async function join(role = 'editor') {
  const { body } = await call<{ member_id: string; sign_in_url: string }>('/v1/tts/members', link, {
    body: { name: 'Ada', role },
  })
  return { id: body.member_id, headers: await signIn(new URL(body.sign_in_url).hash.replace('#sign-in=', '')) }
}

const ask = async (headers: Headers = STUDIO) =>
  (await call<Options>('/studio/passkeys/challenge', headers, { method: 'POST' })).body
const offer = async (headers: Headers) =>
  (await call<Options & { user: { id: string } }>('/studio/passkeys/registration', headers, { method: 'POST' })).body
const add = (headers: Headers, credential: object, name = 'Laptop') =>
  call('/studio/passkeys', headers, { body: { name, credential } })
const enter = (credential: object, headers: Headers = STUDIO) =>
  call('/studio/passkeys/session', headers, { body: { credential } })
const statusOf = async (headers: Headers) => (await call('/v1/tts/avatars', headers)).status
const list = async (headers: Headers) =>
  (await call<{ passkeys: readonly Body[] }>('/studio/passkeys', headers)).body.passkeys

/** A member with a passkey. */
async function equip() {
  const member = await join()
  const authenticator = createSoftAuthenticator()
  const { challenge } = await offer(member.headers)
  expect((await add(member.headers, authenticator.register({ ...place, challenge }))).status).toBe(200)
  return { ...member, authenticator }
}

describe('a passkey', () => {
  test('is made by a member and signs in without a link, as that member', async () => {
    const { id, headers, authenticator } = await equip()
    expect(await list(headers)).toEqual([
      { passkey_id: authenticator.id, name: 'Laptop', created_at: now, last_used_at: null },
    ])
    const { challenge } = await ask()
    const entered = await enter(authenticator.sign({ ...place, challenge, userHandle: id }))
    expect(entered.status).toBe(200)
    const session = headersOf(entered.cookie)
    expect((await call('/studio/session', session)).body).toMatchObject({
      member: { member_id: id, role: 'editor' },
      passkey_origin: place.origin,
    })
    expect(await list(session)).toEqual([
      { passkey_id: authenticator.id, name: 'Laptop', created_at: now, last_used_at: now },
    ])
    const audit = await call<{ entries: readonly Body[] }>(`/v1/tts/audit?member_id=${id}`, link)
    expect(audit.body.entries.map(({ action }) => action)).toEqual(['signIn', 'addPasskey', 'signIn', 'inviteMember'])
  })

  test('tells no stranger which members and passkeys there are', async () => {
    const { authenticator, id } = await equip()
    expect(JSON.stringify(await ask())).not.toContain(authenticator.id)
    const asked = await ask()
    expect(Object.keys(asked)).not.toContain('allowCredentials')
    const unknown = await enter(createSoftAuthenticator().sign({ ...place, challenge: (await ask()).challenge }))
    const impostor = createSoftAuthenticator(authenticator.id)
    const wrong = await enter(impostor.sign({ ...place, challenge: (await ask()).challenge, userHandle: id }))
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect(unknown.status).toBe(401)
    now += MINUTE_MS
  })
})

describe('an answer', () => {
  const refused: Readonly<Record<string, Partial<AnswerOptions>>> = {
    'of another origin': { origin: 'https://evil.example' },
    'of the same host over another port': { origin: 'http://localhost:1' },
    'for another host': { rpId: 'evil.example' },
    'without the verification of the person': { isVerified: false },
    'of another ceremony': { type: 'webauthn.create' },
    'for another member': { userHandle: 'mem_somebody-else' },
    'to a challenge that nobody asked': { challenge: Buffer.alloc(32, 7).toString('base64url') },
  }

  test.each(Object.entries(refused))('%s signs nobody in', async (_, change) => {
    const { authenticator } = await equip()
    const { challenge } = await ask()
    const honest = { ...place, challenge }
    expect((await enter(authenticator.sign({ ...honest, ...change }))).status).toBe(401)
  })

  test('is good once, for the challenge that was asked, within five minutes', async () => {
    const { authenticator, headers } = await equip()
    const answer = authenticator.sign({ ...place, challenge: (await ask()).challenge })
    expect((await enter(answer)).status).toBe(200)
    expect((await enter(answer)).status).toBe(401)
    const late = authenticator.sign({ ...place, challenge: (await ask()).challenge })
    now += 5 * MINUTE_MS
    expect((await enter(late)).status).toBe(401)
    // A challenge to add a passkey is none to sign in with.
    const { challenge } = await offer(headers)
    expect((await enter(authenticator.sign({ ...place, challenge }))).status).toBe(401)
  })

  test('that is sent many times at once signs in once', async () => {
    const { authenticator } = await equip()
    const answer = authenticator.sign({ ...place, challenge: (await ask()).challenge })
    const all = await Promise.all(Array.from({ length: 8 }, () => enter(answer)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('of a copied passkey, whose counter goes back, is refused', async () => {
    const { authenticator } = await equip()
    const signed = async (counter: number) =>
      (await enter(authenticator.sign({ ...place, challenge: (await ask()).challenge, counter }))).status
    expect([await signed(5), await signed(6), await signed(6), await signed(3), await signed(7)]).toEqual([
      200, 200, 401, 401, 200,
    ])
  })

  test('that is nonsense is refused, and nothing breaks', async () => {
    const { authenticator } = await equip()
    const good = authenticator.sign({ ...place, challenge: (await ask()).challenge }) as {
      response: Record<string, string>
    }
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'])
      for (const value of [
        '',
        'AA',
        Buffer.from('null').toString('base64url'),
        Buffer.from('{}').toString('base64url'),
      ])
        expect((await enter({ ...good, response: { ...good.response, [field]: value } })).status).toBe(401)
    now += 3_600_000
    expect((await enter({ ...good, response: {} })).status).toBe(400)
    expect((await enter({ ...good, id: 'a'.repeat(20_000) })).status).toBe(413)
  })
})

describe('adding', () => {
  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without the verification of the person', { isVerified: false }],
  ] as const)('a passkey %s is refused', async (_, change) => {
    const { headers } = await join()
    const { challenge } = await offer(headers)
    const credential = createSoftAuthenticator().register({ ...place, challenge, ...change })
    expect((await add(headers, credential)).status).toBe(401)
    expect(await list(headers)).toEqual([])
  })

  test("is for the member that asked: another's challenge, a used one and one to sign in with are refused", async () => {
    const [one, other] = [await join(), await join()]
    const { challenge } = await offer(one.headers)
    const stolen = createSoftAuthenticator().register({ ...place, challenge })
    expect((await add(other.headers, stolen)).status).toBe(401)
    const asked = createSoftAuthenticator().register({ ...place, challenge: (await ask()).challenge })
    expect((await add(one.headers, asked)).status).toBe(401)
    const own = createSoftAuthenticator().register({ ...place, challenge: (await offer(one.headers)).challenge })
    expect((await add(one.headers, own)).status).toBe(200)
    expect((await add(one.headers, own)).status).toBe(401)
  })

  test('takes no passkey over from another member', async () => {
    const victim = await equip()
    const { headers } = await join()
    const impostor = createSoftAuthenticator(victim.authenticator.id)
    const { challenge } = await offer(headers)
    expect((await add(headers, impostor.register({ ...place, challenge }))).status).toBe(409)
    const entered = await enter(victim.authenticator.sign({ ...place, challenge: (await ask()).challenge }))
    expect(entered.status).toBe(200)
  })

  test('needs a member, the page itself, and a name', async () => {
    expect((await call('/studio/passkeys/registration', link, { method: 'POST' })).status).toBe(403)
    expect((await call('/studio/passkeys/registration', STUDIO, { method: 'POST' })).status).toBe(401)
    const { headers } = await join()
    const forged = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await call('/studio/passkeys/registration', forged, { method: 'POST' })).status).toBe(401)
    const bare = { cookie: headers.cookie! }
    expect((await call('/studio/passkeys/registration', bare, { method: 'POST' })).status).toBe(401)
    const { challenge } = await offer(headers)
    expect((await add(headers, createSoftAuthenticator().register({ ...place, challenge }), ' ')).status).toBe(400)
  })

  test('ends at 20 passkeys', async () => {
    const { headers } = await join()
    const statuses: number[] = []
    for (let i = 0; i < 21; i += 1) {
      now += MINUTE_MS
      const { challenge } = await offer(headers)
      statuses.push((await add(headers, createSoftAuthenticator().register({ ...place, challenge }))).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 409])
  })
})

test('a passkey that is removed, and one of a member that is removed, signs nobody in', async () => {
  const { headers, authenticator } = await equip()
  const other = await join()
  const path = `/studio/passkeys/${authenticator.id}`
  expect((await call(path, other.headers, { method: 'DELETE' })).status).toBe(404)
  expect((await call(path, headers, { method: 'DELETE' })).status).toBe(200)
  expect((await enter(authenticator.sign({ ...place, challenge: (await ask()).challenge }))).status).toBe(401)
  expect(await statusOf(headers)).toBe(200)

  const gone = await equip()
  const answer = gone.authenticator.sign({ ...place, challenge: (await ask()).challenge })
  expect((await call(`/v1/tts/members/${gone.id}`, link, { method: 'DELETE' })).status).toBe(200)
  expect((await enter(answer)).status).toBe(401)
  expect(await service.db.selectFrom('passkeys').selectAll().where('member_id', '=', gone.id).execute()).toEqual([])
})

test('a suspended account keeps its passkeys shut', async () => {
  const { authenticator } = await equip()
  await service.db.updateTable('accounts').set({ status: 'suspended' }).where('name', '=', 'team').execute()
  const entered = await enter(authenticator.sign({ ...place, challenge: (await ask()).challenge }))
  expect(await statusOf(headersOf(entered.cookie))).toBe(403)
  await service.db.updateTable('accounts').set({ status: 'active' }).where('name', '=', 'team').execute()
})

test('asking for challenges is limited by address, and old ones are forgotten', async () => {
  const answers = await Promise.all(
    Array.from({ length: 90 }, () => call('/studio/passkeys/challenge', STUDIO, { method: 'POST' })),
  )
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  now += 10 * MINUTE_MS
  await ask()
  expect(await service.db.selectFrom('passkey_challenges').selectAll().execute()).toHaveLength(1)
})
