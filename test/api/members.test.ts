import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { ROLE_SCOPES, ROLES, type Role } from '../../src/accounts/roles.ts'
import { SCOPES, SESSION_SCOPES } from '../../src/accounts/scopes.ts'
import { createSignInCode, SESSION_LIFETIME_MS } from '../../src/accounts/sessions.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-03-10T12:00:00Z')

let now = START
let service: TestService
/** An owner by the operator's link. */
let link: Headers

type Headers = Readonly<Record<string, string>>
type Body = Readonly<Record<string, unknown>> & { readonly message?: string }
type Invited = Body & { readonly member_id: string; readonly sign_in_url: string }

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  service = await startTestService({ LOG_LEVEL: 'silent', REQUESTS_PER_SECOND: '1000' }, () => now)
})
afterAll(() => service.close())
beforeEach(async () => {
  // So that no limit of an earlier test counts.
  now += 3_600_000
  link = await signIn(await createSignInCode(service.db, { now, account: 'team' }))
})

async function trySignIn(code: string, headers: Headers = STUDIO): Promise<Response> {
  return await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
}

async function signIn(code: string): Promise<Headers> {
  const answer = await trySignIn(code)
  expect(answer.status).toBe(200)
  return { ...STUDIO, cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
}

async function call(path: string, headers: Headers, { method, body }: { method?: string; body?: object } = {}) {
  const answer = await fetch(`${service.url}/v1/tts${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, body: (isJson ? await answer.json() : {}) as Invited }
}

const codeOf = ({ sign_in_url }: Pick<Invited, 'sign_in_url'>) => new URL(sign_in_url).hash.replace('#sign-in=', '')

async function invite(role: Role, rules: object = {}, as = link): Promise<Invited> {
  const { status, body } = await call('/members', as, { body: { name: `The ${role}`, role, ...rules } })
  expect(status).toBe(200)
  return body
}

async function join(role: Role, rules: object = {}) {
  const invited = await invite(role, rules)
  return { id: invited.member_id, headers: await signIn(codeOf(invited)) }
}

const change = (id: string, body: object, as = link) => call(`/members/${id}`, as, { method: 'PATCH', body })
const remove = (id: string, as = link) => call(`/members/${id}`, as, { method: 'DELETE' })
const newLink = (id: string, as = link) => call(`/members/${id}/sign-in-link`, as, { method: 'POST' })
const speak = (headers: Headers, text: string) => call('/stream', headers, { body: { speaker_id: 3, text } })
const statusOf = async (headers: Headers) => (await call('/avatars', headers)).status
const sessionOf = async (headers: Headers) =>
  (await (await fetch(`${service.url}/studio/session`, { headers })).json()) as Body

describe('an invitation', () => {
  test('signs one browser in as the member, and its secret is nowhere in the database', async () => {
    const invited = await invite('editor', { name: 'Ada', characters_per_month: 500 })
    expect(invited).toMatchObject({
      name: 'Ada',
      role: 'editor',
      status: 'invited',
      characters_per_month: 500,
      signed_in_at: null,
      is_current: false,
      sign_in_expires_at: now + 7 * DAY_MS,
    })
    expect(invited.sign_in_url.startsWith(`${service.url}/#sign-in=`)).toBe(true)
    const code = codeOf(invited)
    expect(code.length).toBeGreaterThanOrEqual(32)
    const headers = await signIn(code)
    expect(await sessionOf(headers)).toMatchObject({
      signed_in: true,
      scopes: ROLE_SCOPES.editor,
      member: { member_id: invited.member_id, name: 'Ada', role: 'editor' },
    })
    expect((await call(`/members/${invited.member_id}`, link)).body).toMatchObject({
      status: 'active',
      signed_in_at: now,
    })
    const rows = JSON.stringify([
      await service.db.selectFrom('sessions').selectAll().execute(),
      await service.db.selectFrom('sign_in_codes').selectAll().execute(),
      await service.db.selectFrom('audit_log').selectAll().execute(),
    ])
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(headers.cookie!.split('=')[1])
  })

  test('works once, for a week, and not when it is changed', async () => {
    const invited = await invite('viewer')
    await signIn(codeOf(invited))
    expect((await trySignIn(codeOf(invited))).status).toBe(401)
    const late = codeOf(await invite('viewer'))
    now += 7 * DAY_MS
    expect((await trySignIn(late)).status).toBe(401)
    const other = codeOf(await invite('viewer'))
    expect((await trySignIn(other.replace('member_', ''))).status).toBe(401)
    expect((await trySignIn(`${other}a`)).status).toBe(401)
    expect((await trySignIn(other)).status).toBe(200)
  })

  test('that is used by many at the same time lets one of them in', async () => {
    const code = codeOf(await invite('viewer'))
    const answers = await Promise.all(Array.from({ length: 12 }, () => trySignIn(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is replaced by a new link, and sessions go on', async () => {
    const invited = await invite('viewer')
    const next = (await newLink(invited.member_id)).body
    expect((await trySignIn(codeOf(invited))).status).toBe(401)
    const headers = await signIn(codeOf(next))
    const again = await signIn(codeOf((await newLink(invited.member_id)).body))
    expect([await statusOf(headers), await statusOf(again)]).toEqual([200, 200])
  })

  test('starts a session of its own whatever cookie the browser has, and no cookie chosen by others counts', async () => {
    const fixed = { ...STUDIO, cookie: 'declaim_session=member_chosen-by-somebody-else' }
    const answer = await trySignIn(codeOf(await invite('editor')), fixed)
    expect(answer.headers.get('set-cookie')).not.toContain('chosen-by-somebody-else')
    expect(await statusOf(fixed)).toBe(401)
  })

  test('ends no session of another person or account unless the page says so: it may be a trap', async () => {
    const { headers } = await join('viewer')
    const trap = codeOf(await invite('editor'))
    const stranger = await createSignInCode(service.db, { now, account: 'attackers' })
    const own = await createSignInCode(service.db, { now, account: 'team' })
    for (const code of [trap, stranger, own]) {
      const answer = await trySignIn(code, headers)
      expect(answer.status).toBe(409)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await statusOf(headers)).toBe(200)
    // It is still good.
    const next = await fetch(`${service.url}/studio/session`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ code: trap, replace: true }),
    })
    expect(next.status).toBe(200)
    expect(await statusOf(headers)).toBe(401)
  })

  test('of the same person replaces the session without a question', async () => {
    const { id, headers } = await join('viewer')
    expect((await trySignIn(codeOf((await newLink(id)).body), headers)).status).toBe(200)
    expect(await statusOf(headers)).toBe(401)
    const again = await trySignIn(await createSignInCode(service.db, { now, account: 'team' }), link)
    expect(again.status).toBe(200)
    expect(await statusOf(link)).toBe(401)
  })

  test.each([
    [{ name: '', role: 'viewer' }],
    [{ name: 'a\nb', role: 'viewer' }],
    [{ name: 'A', role: 'admin' }],
    [{ name: 'A', role: 'toString' }],
    [{ name: 'A' }],
    [{ name: 'A', role: 'viewer', characters_per_month: 0 }],
    [{ name: 'A', role: 'viewer', characters_per_month: 1.5 }],
  ])('with %j is refused', async (body) => {
    const before = (await call('/members', link)).body.count
    expect((await call('/members', link, { body })).status).toBe(400)
    expect((await call('/members', link)).body.count).toBe(before)
  })
})

describe('a role', () => {
  test.each(ROLES)('%s opens exactly its scopes', async (role) => {
    const { headers } = await join(role)
    const paths: Readonly<Record<string, readonly [string, object?]>> = {
      'libraries:read': ['/replacement_libraries'],
      'libraries:write': ['/replacement_libraries', { name: 'A' }],
      'clips:read': ['/clips'],
      'clips:write': ['/clips', { speaker_id: 3, text: 'A.' }],
      'projects:read': ['/projects'],
      'projects:write': ['/projects', { speaker_id: 3, text: 'A.' }],
      webhooks: ['/webhooks'],
      usage: ['/usage'],
      keys: ['/keys'],
      members: ['/members'],
      audit: ['/audit'],
      synthesize: ['/explain', { speaker_id: 3, text: 'A.' }],
      admin: ['/admin/accounts'],
    }
    expect(Object.keys(paths).toSorted()).toEqual([...SCOPES].toSorted())
    for (const [scope, [path, body]] of Object.entries(paths)) {
      const { status } = await call(path, headers, body ? { body } : {})
      expect(status, scope).toBe((ROLE_SCOPES[role] as readonly string[]).includes(scope) ? 200 : 403)
    }
  })

  test('never administers the service', () => {
    for (const role of ROLES) expect(SESSION_SCOPES).toEqual(expect.arrayContaining([...ROLE_SCOPES[role]]))
  })

  test('changes at once, in the sessions that there are', async () => {
    const { id, headers } = await join('owner')
    expect((await call('/keys', headers)).status).toBe(200)
    expect((await change(id, { role: 'viewer' })).body).toMatchObject({ role: 'viewer' })
    expect((await call('/keys', headers)).status).toBe(403)
    expect(await statusOf(headers)).toBe(200)
    await change(id, { role: 'editor', name: 'New name' })
    expect((await call('/usage', headers)).status).toBe(200)
    expect(await sessionOf(headers)).toMatchObject({ member: { name: 'New name', role: 'editor' } })
  })

  test('cannot be passed on by a key that lacks one of its scopes, and no such member can be changed or entered', async () => {
    const scopes = ['members', 'synthesize', 'libraries:read', 'clips:read', 'projects:read'] as const
    const { key } = await createApiKey(service.db, { name: 'inviter', account: 'team', scopes, now })
    const as = { 'x-api-key': key }
    expect((await call('/members', as, { body: { name: 'A', role: 'owner' } })).status).toBe(403)
    expect((await call('/members', as, { body: { name: 'A', role: 'editor' } })).status).toBe(403)
    const viewer = await invite('viewer', {}, as)
    expect((await change(viewer.member_id, { role: 'editor' }, as)).status).toBe(403)
    const owner = await join('owner')
    expect((await change(owner.id, { role: 'viewer' }, as)).status).toBe(403)
    expect((await remove(owner.id, as)).status).toBe(403)
    expect((await newLink(owner.id, as)).status).toBe(403)
    expect(await statusOf(owner.headers)).toBe(200)
  })
})

describe('an owner', () => {
  test('manages members, keys and sessions, but not itself', async () => {
    const { id, headers } = await join('owner')
    const invited = await invite('viewer', {}, headers)
    expect((await change(invited.member_id, { role: 'editor' }, headers)).status).toBe(200)
    expect((await remove(invited.member_id, headers)).status).toBe(200)
    for (const attempt of [change(id, { role: 'viewer' }, headers), remove(id, headers)])
      expect(await attempt).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const members = (await call('/members', headers)).body.members as readonly Body[]
    expect(members.filter(({ is_current }) => is_current).map(({ member_id }) => member_id)).toEqual([id])
    const { sessions } = (await call('/sessions', headers)).body as unknown as { sessions: readonly Body[] }
    expect(sessions.find(({ is_current }) => is_current)).toMatchObject({ member_id: id, key_id: null })
  })

  test.each([1, 2, 3])('stays when two remove each other at the same time (%i)', async () => {
    const [one, other] = await Promise.all([join('owner'), join('owner')])
    await Promise.all([remove(other.id, one.headers), remove(one.id, other.headers)])
    const statuses = [await statusOf(one.headers), await statusOf(other.headers)]
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('with a monthly limit cannot get around it by a key or another member', async () => {
    const { headers } = await join('owner', { characters_per_month: 100 })
    const viewer = await join('viewer')
    expect((await call('/keys', headers, { body: { name: 'more' } })).status).toBe(403)
    expect((await call('/members', headers, { body: { name: 'more', role: 'owner' } })).status).toBe(403)
    expect((await change(viewer.id, { role: 'owner' }, headers)).status).toBe(403)
    expect((await newLink(viewer.id, headers)).status).toBe(403)
  })
})

describe('a member that is limited', () => {
  test('is refused beyond the limit, with the reset; usage names the person', async () => {
    const { id, headers } = await join('editor', { characters_per_month: 10 })
    const free = await join('editor')
    expect((await speak(headers, 'Eight ch')).status).toBe(200)
    const refused = await speak(headers, 'Four')
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe(
      "Cannot speak 4 characters: 2 of this member's 10 a month are left; the next month begins at " +
        new Date(Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)).toISOString(),
    )
    expect((await speak(free.headers, 'Others go on')).status).toBe(200)
    const usage = await call('/usage?group_by=member', headers)
    expect(usage.body.member).toEqual({ characters: 8, characters_limit: 10, characters_remaining: 2 })
    const sums = usage.body.usage as readonly { member: string; characters: number }[]
    expect(sums.find(({ member }) => member === id)?.characters).toBe(8)
    expect(sums.find(({ member }) => member === free.id)?.characters).toBe(12)
    // By key, people are the Studio.
    const byKey = (await call('/usage?group_by=key', headers)).body.usage as readonly { key: string }[]
    expect(byKey.filter(({ key }) => key.startsWith('mem_'))).toEqual([])
    // One who comes back is still limited, and the limit can be lifted.
    const again = await signIn(codeOf((await newLink(id)).body))
    expect((await speak(again, 'Four')).status).toBe(429)
    await change(id, { characters_per_month: 12 })
    expect((await speak(again, 'Four')).status).toBe(200)
    await change(id, { characters_per_month: null })
    expect((await speak(again, 'As much as it takes')).status).toBe(200)
  })

  test('is limited exactly, however many texts come at once, also as clips', async () => {
    const { headers } = await join('editor', { characters_per_month: 50 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2 === 0
          ? speak(headers, 'Ten chars.')
          : call('/clips', headers, { body: { speaker_id: 3, text: 'Ten chars.' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })
})

describe('a member that is removed', () => {
  test('is out at once: sessions, links, open connections', async () => {
    const { id, headers } = await join('editor')
    const events = await fetch(`${service.url}/v1/tts/events`, { headers })
    expect(events.status).toBe(200)
    const unused = codeOf((await newLink(id)).body)
    const ended = events.text().catch(() => 'cut off')
    expect((await remove(id)).body).toMatchObject({ status: 'removed', removed_at: now })
    expect(await statusOf(headers)).toBe(401)
    expect((await trySignIn(unused)).status).toBe(401)
    await ended
    for (const attempt of [change(id, { name: 'x' }), newLink(id), remove(id)]) expect((await attempt).status).toBe(404)
    expect((await call(`/members/${id}`, link)).body).toMatchObject({ status: 'removed', name: 'The editor' })
  })
})

describe('a session', () => {
  test('lasts 30 days from its last use, and so does its cookie', async () => {
    const { headers } = await join('viewer')
    for (let days = 0; days < 80; days += 20) {
      now += 20 * DAY_MS
      expect(await statusOf(headers)).toBe(200)
    }
    const answer = await fetch(`${service.url}/studio/session`, { headers })
    expect(answer.headers.get('set-cookie')).toBe(
      `${headers.cookie}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`,
    )
    now += SESSION_LIFETIME_MS - 1
    expect(await statusOf(headers)).toBe(200)
    now += SESSION_LIFETIME_MS
    expect(await statusOf(headers)).toBe(401)
    expect((await fetch(`${service.url}/studio/session`, { headers })).headers.get('set-cookie')).toBeNull()
  })

  test('of a member is none for a process of an earlier version, which would take it for an owner', async () => {
    const invited = await invite('viewer')
    const { headers } = await join('viewer')
    const token = headers.cookie!.split('=')[1]!
    for (const secret of [codeOf(invited), token]) {
      const hash = createHash('sha256').update(secret).digest('hex')
      for (const table of ['sessions', 'sign_in_codes'] as const)
        expect(await service.db.selectFrom(table).select('hash').where('hash', '=', hash).execute()).toEqual([])
    }
  })

  test('is nothing for a page of another origin, for a request without the header, and for a guess', async () => {
    const { headers } = await join('owner')
    for (const forged of [
      { cookie: headers.cookie! },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { cookie: headers.cookie!, 'x-declaim-studio': '1', origin: 'https://evil.example' },
      { ...STUDIO, cookie: 'declaim_session=member_' },
    ]) {
      const { status } = await call('/members', forged, { body: { name: 'Mallory', role: 'owner' } })
      expect(status).toBe(401)
    }
  })
})

test('guesses of links are slowed down, and say nothing about whether there is one', async () => {
  const { member_id } = await invite('viewer')
  const guesses = await Promise.all(Array.from({ length: 80 }, (_, i) => trySignIn(`member_${member_id.slice(4)}${i}`)))
  const bodies = new Set(await Promise.all(guesses.filter(({ status }) => status === 401).map((one) => one.text())))
  expect(bodies.size).toBe(1)
  expect(guesses.some(({ status }) => status === 429)).toBe(true)
  now += 600_000
})

test('another account sees none of it', async () => {
  const { id, headers } = await join('viewer')
  const stranger = await signIn(await createSignInCode(service.db, { now, account: 'strangers' }))
  for (const attempt of [change(id, { name: 'x' }, stranger), remove(id, stranger), newLink(id, stranger)])
    expect((await attempt).status).toBe(404)
  expect((await call('/members', stranger)).body).toEqual({ count: 0, members: [] })
  expect(await statusOf(headers)).toBe(200)
})

test('what members do is in the audit log under their ids', async () => {
  const owner = await join('owner')
  const invited = await invite('editor', {}, owner.headers)
  await change(invited.member_id, { role: 'viewer', characters_per_month: 7 }, owner.headers)
  await call('/replacement_libraries', owner.headers, { body: { name: 'A' } })
  await newLink(invited.member_id, owner.headers)
  await remove(invited.member_id, owner.headers)
  const entries = (await call(`/audit?member_id=${owner.id}&limit=100`, link)).body.entries as readonly {
    action: string
    actor: Body
    target: string
  }[]
  const done = entries.filter(({ actor }) => actor.member_id === owner.id)
  expect(done.map(({ action }) => action)).toEqual([
    'removeMember',
    'createMemberLink',
    'createLibrary',
    'changeMember',
    'inviteMember',
    'signIn',
  ])
  expect(JSON.stringify(entries)).not.toContain('sign-in=')
  const about = (await call(`/audit?member_id=${invited.member_id}`, link)).body.entries as readonly Body[]
  expect(about.find(({ action }) => action === 'changeMember')).toMatchObject({
    details: { role: 'viewer', charactersPerMonth: 7 },
  })
})
