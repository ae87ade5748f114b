import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const DAY_MS = 24 * 60 * 60_000

type Link = {
  readonly review_link_id: string
  readonly url: string
  readonly ends_at: number
  readonly has_ended: boolean
  readonly allows_comments: boolean
}
type Answer = {
  readonly status: number
  readonly body: Readonly<Record<string, never>> & { readonly code: string; readonly message: string }
}

let service: TestService
let folder: string
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-reviews-'))
  const terms = join(folder, 'terms.txt')
  await writeFile(terms, 'forbidden\n')
  service = await startTestService(
    { BLOCKED_TERMS_FILE: terms, MAX_TEXT_LENGTH: '100000', LOG_LEVEL: 'silent' },
    () => now,
  )
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  // So that no limit of an earlier test counts.
  now += 3_600_000
})

const PARAGRAPHS = [
  { id: 'p', text: 'Wear your <tempo value="0.8">helmet</tempo> today.', speaker_id: 3 },
  { id: 'q', text: 'Thanks.', speaker_id: 3 },
]

async function newProject(paragraphs: readonly object[] = PARAGRAPHS): Promise<string> {
  const body = { name: 'Safety', paragraphs }
  return (await service.json<{ project_id: string }>('/projects', { body })).project_id
}

const share = (id: string, body: object = {}) => service.json<Link>(`/projects/${id}/review_links`, { body })
const secretOf = ({ url }: Pick<Link, 'url'>): string => new URL(url).hash.slice(1)

/** Asks as somebody who has a secret and nothing else. */
async function ask(secret: string, path = '/', { method, body }: { method?: string; body?: unknown } = {}) {
  return await fetch(`${service.url}/studio/review${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(secret !== '' && { 'x-declaim-review': secret }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      accept: 'multipart/mixed',
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function read(...args: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(...args)
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const speech = (secret: string, id = 'p', text = PARAGRAPHS[0]!.text) =>
  ask(secret, `/paragraphs/${id}/review-speech`, { body: { text } })

const HELMET = { paragraph_id: 'p', start: 10, end: 16, quote: 'helmet', text: 'Which one?', name: 'Client' }

describe('a review link', () => {
  test('shows a script, speaks its paragraphs with the times of words, and takes comments', async () => {
    const id = await newProject()
    const link = await share(id, { name: 'For the client' })
    expect(link).toMatchObject({ ends_at: now + 14 * DAY_MS, allows_comments: true, has_ended: false })
    expect(new URL(link.url).pathname).toBe('/review')
    const secret = secretOf(link)
    const { body } = await read(secret)
    expect(body).toMatchObject({ name: 'Safety', allows_comments: true, ends_at: link.ends_at })
    expect(body).toMatchObject({ paragraphs: [{ id: 'p', text: PARAGRAPHS[0]!.text }, { id: 'q' }] })
    const heard = await speech(secret)
    expect([heard.status, heard.headers.get('content-type')]).toMatchObject([200, expect.stringContaining('multipart')])
    const parts = await heard.text()
    expect(parts).toContain('"word":"helmet"')
    const made = await read(secret, '/comments', { body: HELMET })
    expect(made).toMatchObject({ status: 200, body: { author: { kind: 'reviewer', name: 'Client' }, quote: 'helmet' } })
    const { comments } = await service.json<{ comments: readonly { comment_id: string }[] }>(`/projects/${id}/comments`)
    expect(comments).toMatchObject([
      { text: 'Which one?', author: { kind: 'reviewer', name: 'Client', review_link_id: link.review_link_id } },
    ])
    const item = `/comments/${comments[0]!.comment_id}/replies`
    await service.json(`/projects/${id}${item}`, { body: { text: 'The blue one.' } })
    expect((await read(secret, item, { body: { name: 'Client', text: 'Fine.' } })).status).toBe(200)
    expect((await read(secret, '/comments')).body).toMatchObject({
      comments: [
        {
          replies: [
            { text: 'The blue one.', author: { kind: 'account', name: null } },
            { text: 'Fine.', author: { kind: 'reviewer', name: 'Client' } },
          ],
        },
      ],
    })
  })

  test('charges what is heard to the account, up to the characters of the link', async () => {
    const id = await newProject()
    const used = async () => (await service.json<{ characters: number }>('/usage')).characters
    const before = await used()
    const { text } = PARAGRAPHS[0]!
    const link = await share(id, { characters_per_month: text.length + 5 })
    await (await speech(secretOf(link))).arrayBuffer()
    expect(await used()).toBe(before + text.length)
    const refused = await speech(secretOf(link))
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }])
    expect(await used()).toBe(before + text.length)
    const { usage } = await service.json<{ usage: readonly object[] }>('/usage?group_by=key,endpoint')
    expect(usage).toContainEqual(
      expect.objectContaining({ key: link.review_link_id, endpoint: 'review-speech', characters: text.length }),
    )
  })

  test('is shown once, and only its hash is stored', async () => {
    const id = await newProject()
    const secret = secretOf(await share(id))
    const listed = await service.json(`/projects/${id}/review_links`)
    const rows = await service.db.selectFrom('review_links').selectAll().execute()
    const log = await service.db.selectFrom('audit_log').selectAll().execute()
    for (const text of [listed, rows, log]) expect(JSON.stringify(text)).not.toContain(secret)
  })

  test('opens nothing but its own script', async () => {
    const [mine, other] = [await newProject(), await newProject([{ id: 'secret', text: 'Secret.', speaker_id: 3 }])]
    const secret = secretOf(await share(mine))
    expect((await speech(secret, 'secret', 'Secret.')).status).toBe(404)
    const foreign = await service.json<{ comment_id: string }>(`/projects/${other}/comments`, {
      body: { paragraph_id: 'secret', start: 0, end: 6, text: 'Privately.' },
    })
    const reply = { body: { name: 'x', text: 'x' } }
    expect((await read(secret, `/comments/${foreign.comment_id}/replies`, reply)).status).toBe(404)
    expect((await read(secret, `/comments?before=${foreign.comment_id}`)).status).toBe(404)
    expect((await read(secret, '/comments', { body: { ...HELMET, paragraph_id: 'secret' } })).status).toBe(404)
    for (const path of [
      `/projects/${mine}`,
      '/projects',
      '/avatars',
      '/clips',
      '/keys',
      `/projects/${mine}/comments`,
    ]) {
      for (const headers of [
        { 'x-declaim-review': secret },
        { 'x-api-key': secret },
        { cookie: `declaim_session=${secret}` },
      ]) {
        const answer = await fetch(`${service.url}/v1/tts${path}`, { headers: headers as Record<string, string> })
        expect(answer.status, path).toBe(401)
      }
    }
  })

  test('speaks no text but that of its paragraphs', async () => {
    const secret = secretOf(
      await share(await newProject([...PARAGRAPHS, { id: 's', text: 'Silent.', level: 1, is_silent: true }])),
    )
    expect((await speech(secret, 'p', 'Say something else.')).status).toBe(409)
    expect((await speech(secret, 's', 'Silent.')).status).toBe(404)
    expect((await speech(secret, 'missing', 'x')).status).toBe(404)
    const more = { text: PARAGRAPHS[0]!.text, speaker_id: 4, library_ids: ['x'], seed: 3, ssml: true }
    const heard = await ask(secret, '/paragraphs/p/review-speech', { body: more })
    expect(heard.status).toBe(200)
    await heard.arrayBuffer()
  })

  test('says nothing of the account', async () => {
    const id = await newProject()
    const link = await share(id, { name: 'Private name' })
    await read(secretOf(link), '/comments', { body: HELMET })
    const answers = [await ask(secretOf(link)), await ask(secretOf(link), '/comments'), await speech(secretOf(link))]
    for (const answer of answers) {
      const names = [...answer.headers.keys()]
      expect(names.filter((name) => /quota|rate-?limit/.test(name))).toEqual([])
      const text = await answer.text()
      for (const hidden of [id, link.review_link_id, 'Private name']) expect(text).not.toContain(hidden)
    }
  })
})

describe('a link that opens nothing', () => {
  const ended = { status: 401, body: { code: 'UNAUTHORIZED', message: expect.stringContaining('has ended') } }

  test('because its time is over says so', async () => {
    const id = await newProject()
    const secret = secretOf(await share(id, { days: 1 }))
    now += DAY_MS - 1
    expect((await read(secret)).status).toBe(200)
    now += 1
    expect(await read(secret)).toMatchObject(ended)
    expect(await read(secret, '/comments', { body: HELMET })).toMatchObject(ended)
    expect((await speech(secret)).status).toBe(401)
    expect(await service.json(`/projects/${id}/review_links`)).toMatchObject({ review_links: [{ has_ended: true }] })
  })

  test('because somebody has ended it says so, and others go on', async () => {
    const id = await newProject()
    const [link, other] = [await share(id), await share(id)]
    const path = `/projects/${id}/review_links/${link.review_link_id}`
    expect(await service.json(path, { method: 'DELETE' })).toMatchObject({ has_ended: true, revoked_at: now })
    expect(await read(secretOf(link))).toMatchObject(ended)
    expect((await read(secretOf(other))).status).toBe(200)
    now += 1000
    // It stays as it was ended.
    expect(await service.json(path, { method: 'DELETE' })).toMatchObject({ revoked_at: now - 1000 })
  })

  test('because its script is in the trash says so, and works again when it is back', async () => {
    const id = await newProject()
    const secret = secretOf(await share(id))
    const trash = (is_trashed: boolean) => service.json(`/projects/${id}`, { method: 'PATCH', body: { is_trashed } })
    await trash(true)
    expect(await read(secret)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('not available') },
    })
    expect((await service.call(`/projects/${id}/review_links`, { body: {} })).status).toBe(409)
    await trash(false)
    expect((await read(secret)).status).toBe(200)
    await trash(true)
    await service.json(`/projects/${id}`, { method: 'DELETE' })
    expect(await read(secret)).toMatchObject({ status: 401, body: { message: expect.stringContaining('not exist') } })
  })

  test('because it is made up says so, and few can be tried', async () => {
    for (const secret of ['', 'x', 'A'.repeat(32), `${secretOf(await share(await newProject()))}x`])
      expect(await read(secret)).toMatchObject({ status: 401, body: { message: expect.stringContaining('not exist') } })
    const guesses = await Promise.all(Array.from({ length: 80 }, (_, number) => read(`guess-${number}`)))
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(50)
  })

  test('because its maker was removed says so', async () => {
    const { key } = await createApiKey(service.db, { name: 'x', scopes: SCOPES, now: 1 })
    const headers = { 'x-api-key': key }
    const invited = await service.json<{ member_id: string; sign_in_url: string }>('/members', {
      headers,
      body: { name: 'Ada', role: 'editor' },
    })
    const studio = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const code = new URL(invited.sign_in_url).hash.replace('#sign-in=', '')
    const session = await fetch(`${service.url}/studio/session`, {
      method: 'POST',
      headers: studio,
      body: JSON.stringify({ code }),
    })
    const cookie = session.headers.get('set-cookie')!.split(';')[0]!
    const id = await newProject()
    const answer = await fetch(`${service.url}/v1/tts/projects/${id}/review_links`, {
      method: 'POST',
      headers: { ...studio, cookie },
      body: '{}',
    })
    const secret = secretOf((await answer.json()) as Link)
    expect((await read(secret)).status).toBe(200)
    await service.json(`/members/${invited.member_id}`, { method: 'DELETE', headers })
    expect(await read(secret)).toMatchObject(ended)
  })
})

describe('comments of reviewers', () => {
  test.each([
    [{ text: '' }, 'INVALID_TEXT'],
    [{ text: 'x'.repeat(4001) }, 'INVALID_TEXT_LENGTH_EXCEEDED'],
    [{ text: 'a\u0007b' }, 'INVALID_TEXT'],
    [{ text: 'forbidden' }, 'CONTENT_NOT_ALLOWED'],
    [{ name: 'forbidden' }, 'CONTENT_NOT_ALLOWED'],
    [{ name: '' }, 'INVALID_TEXT'],
    [{ name: 'x'.repeat(81) }, 'INVALID_TEXT_LENGTH_EXCEEDED'],
    [{ name: '\u0000' }, 'MISSING_ARGUMENT'],
    [{ name: undefined }, 'MISSING_ARGUMENT'],
    [{ quote: 'something else' }, 'CONFLICT'],
    [{ paragraph_id: 'gone' }, 'NOT_FOUND'],
  ])('of %j are refused', async (body, code) => {
    const id = await newProject()
    const secret = secretOf(await share(id))
    expect((await read(secret, '/comments', { body: { ...HELMET, ...body } })).body.code).toBe(code)
    expect(await service.json(`/projects/${id}/comments`)).toMatchObject({ comments: [] })
  })

  test('have names in one line', async () => {
    const secret = secretOf(await share(await newProject()))
    const { body } = await read(secret, '/comments', { body: { ...HELMET, name: ' A\n\tB ' } })
    expect(body).toMatchObject({ author: { name: 'A B' } })
  })

  test('are not taken by a link for listening', async () => {
    const id = await newProject()
    const secret = secretOf(await share(id, { allows_comments: false }))
    expect((await read(secret, '/comments', { body: HELMET })).status).toBe(403)
    expect((await speech(secret)).status).toBe(200)
  })

  test('are bounded in size, in number and in rate', async () => {
    const id = await newProject()
    const link = await share(id)
    const secret = secretOf(link)
    const huge = JSON.stringify({ ...HELMET, text: 'x'.repeat(2_000_000) })
    expect((await read(secret, '/comments', { body: huge })).status).toBe(413)
    const began = Date.now()
    const many = await Promise.all(Array.from({ length: 30 }, () => read(secret, '/comments', { body: HELMET })))
    const kept = many.filter(({ status }) => status === 200).length
    expect(kept).toBeGreaterThanOrEqual(10)
    expect(kept).toBeLessThanOrEqual(11 + (Date.now() - began) / 5000)
    expect(many.filter(({ status }) => status === 429)).toHaveLength(30 - kept)
    const { project, account_id, bytes, anchor_start, anchor_end, quote, text, created_at } = await service.db
      .selectFrom('project_comments')
      .selectAll()
      .where('review_link_id', '=', link.review_link_id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const row = { project, account_id, bytes, anchor_start, anchor_end, quote, text, created_at, thread: null }
    const others = Array.from({ length: 190 }, (_, number) => ({
      ...row,
      id: `${id} ${number}`,
      member_id: null,
      review_link_id: link.review_link_id,
      reviewer: 'Client',
    }))
    await service.db.insertInto('project_comments').values(others).execute()
    now += 60_000
    // Buckets that processes share have a clock of their own.
    await expect
      .poll(async () => (await read(secret, '/comments', { body: HELMET })).body, { timeout: 20_000, interval: 1000 })
      .toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('200') })
    // Another link has its own.
    expect((await read(secretOf(await share(id)), '/comments', { body: HELMET })).status).toBe(200)
  })

  test('are refused in the words of a reviewer if the account is full', async () => {
    const id = await newProject()
    const secret = secretOf(await share(id))
    await service.db.updateTable('accounts').set({ plan: 'tiny' }).where('name', '=', 'default').execute()
    await service.db.insertInto('plans').values({ name: 'tiny', limits: '{"storedBytes":1}' }).execute()
    try {
      await vi.waitFor(async () => {
        const { status, body } = await read(secret, '/comments', { body: HELMET })
        expect(status).toBe(409)
        expect(body.message).toBe('Cannot keep the comment: this script has no room for more')
      })
    } finally {
      await service.db.updateTable('accounts').set({ plan: 'default' }).where('name', '=', 'default').execute()
    }
  })

  test('are in the audit log with their link and address, without what they say', async () => {
    const id = await newProject()
    const link = await share(id)
    await read(secretOf(link), '/comments', { body: { ...HELMET, text: 'Confidential.' } })
    const entries = await service.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'addReviewComment')
      .execute()
    const mine = entries.filter(({ target }) => target?.startsWith(id) === true)
    expect(mine).toMatchObject([{ actor: 'unknown', address: expect.stringContaining('127.0.0.1') }])
    expect(JSON.parse(mine[0]!.details)).toEqual({ review_link_id: link.review_link_id })
    expect(JSON.stringify(mine)).not.toMatch(/Confidential|Client/)
  })
})

test('the requests of a link are limited, well below those of its account', async () => {
  const id = await newProject()
  const secret = secretOf(await share(id))
  const began = Date.now()
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await read(secret)).status))
  const passed = statuses.filter((status) => status === 200).length
  expect(passed).toBeGreaterThanOrEqual(60)
  // Buckets that processes share fill while the requests come.
  expect(passed).toBeLessThanOrEqual(61 + (5 * (Date.now() - began)) / 1000)
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - passed)
  expect((await service.call(`/projects/${id}`)).status).toBe(200)
})

test('a flood by a link leaves the account its own requests', async () => {
  const own = await startTestService({ REQUESTS_PER_SECOND: '1', REQUEST_BURST: '5', LOG_LEVEL: 'silent' })
  try {
    const body = { paragraphs: PARAGRAPHS }
    const { project_id: id } = await own.json<{ project_id: string }>('/projects', { body })
    const { url } = await own.json<Link>(`/projects/${id}/review_links`, { body: {} })
    const flood = await Promise.all(
      Array.from({ length: 30 }, () =>
        fetch(`${own.url}/studio/review/comments`, {
          method: 'POST',
          headers: { 'x-declaim-review': secretOf({ url }), 'content-type': 'application/json' },
          body: JSON.stringify({ ...HELMET, text: '' }),
        }),
      ),
    )
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    const comment = { paragraph_id: 'p', start: 0, end: 4, text: 'Still here.' }
    expect((await own.call(`/projects/${id}/comments`, { body: comment })).status).toBe(200)
  } finally {
    await own.close()
  }
})

describe('making review links', () => {
  test.each([{ days: 0 }, { days: 91 }, { days: 1.5 }, { name: 'x'.repeat(201) }, { characters_per_month: 0 }])(
    'with %j is refused',
    async (body) => {
      expect((await service.call(`/projects/${await newProject()}/review_links`, { body })).status).toBe(400)
    },
  )

  test('needs to be allowed to change the script', async () => {
    const id = await newProject()
    const { key } = await createApiKey(service.db, { name: 'x', scopes: ['projects:read', 'projects:comment'], now: 1 })
    for (const options of [{}, { body: {} }]) {
      const answer = await service.call(`/projects/${id}/review_links`, { ...options, headers: { 'x-api-key': key } })
      expect(answer.status).toBe(403)
    }
  })

  test('is not for keys with limits of their own, which a link would outlive', async () => {
    const id = await newProject()
    const limited = { name: 'x', expiresAt: now + DAY_MS, now: 1 }
    const { key } = await createApiKey(service.db, limited)
    const answer = await service.call(`/projects/${id}/review_links`, { body: {}, headers: { 'x-api-key': key } })
    expect(answer.status).toBe(403)
  })

  test('ends at fifty that are valid', async () => {
    const id = await newProject()
    const links: Link[] = []
    for (let number = 0; number < 50; number += 1) links.push(await share(id))
    expect((await service.call(`/projects/${id}/review_links`, { body: {} })).status).toBe(409)
    await service.json(`/projects/${id}/review_links/${links[0]!.review_link_id}`, { method: 'DELETE' })
    await share(id)
  })
})

test.each(['is revoked', 'ends by date'])('what is being spoken by a link ends when it %s', async (name) => {
  const text = 'One two three four five six seven eight nine ten. '.repeat(1000).trim()
  const id = await newProject([{ id: 'p', text, speaker_id: 3 }])
  const link = await share(id, { days: 1 })
  const heard = await speech(secretOf(link), 'p', text)
  expect(heard.status).toBe(200)
  const reader = heard.body!.getReader()
  await reader.read()
  if (name === 'ends by date') now += DAY_MS
  else await service.json(`/projects/${id}/review_links/${link.review_link_id}`, { method: 'DELETE' })
  const ended = async (): Promise<string> => {
    // No faster than it must, or all would have come before.
    while (!(await reader.read()).done) await new Promise((resolve) => setTimeout(resolve, 5))
    return 'whole'
  }
  expect(await ended().catch(() => 'cut off')).toBe('cut off')
})

test('the page of a link is served without naming it', async () => {
  const answer = await fetch(`${service.url}/review`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  // A sign-in link of the account stays another thing.
  const code = await createSignInCode(service.db, { now })
  expect((await read(code)).status).toBe(401)
})
