import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { deleteAccountRecords } from '../../src/storage/records/account-contents.ts'
import { findStoredBytes } from '../../src/storage/records/account-storage.ts'
import { findAccount } from '../../src/storage/records/accounts.ts'
import { MOST_COMMENTS } from '../../src/storage/records/project-comments.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

type Reply = {
  readonly comment_id: string
  readonly author: { readonly kind: string; readonly name: string | null; readonly member_id?: string }
  readonly text: string
  readonly may_delete: boolean
}
type Comment = Reply & {
  readonly quote: string
  readonly place: { readonly paragraph_id: string; readonly start: number; readonly end: number } | null
  readonly resolved_at: number | null
  readonly resolved_by: string | null
  readonly replies: readonly Reply[]
}
type List = { readonly comments_revision: number; readonly comments: readonly Comment[] }
type Headers = Readonly<Record<string, string>>

let service: TestService
let folder: string
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-comments-'))
  const terms = join(folder, 'terms.txt')
  await writeFile(terms, 'forbidden\n')
  service = await startTestService({ BLOCKED_TERMS_FILE: terms, LOG_LEVEL: 'silent' }, () => now)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

async function newProject(text = 'Wear your helmet today.', headers: Headers = {}): Promise<string> {
  const body = { name: 'Safety', paragraphs: [{ id: 'p', text, speaker_id: 3 }] }
  return (await service.json<{ project_id: string }>('/projects', { body, headers })).project_id
}

const HELMET = { paragraph_id: 'p', start: 10, end: 16, text: 'Which one?' }
const comment = (id: string, body: object = {}, headers: Headers = {}) =>
  service.json<Comment>(`/projects/${id}/comments`, { body: { ...HELMET, ...body }, headers })
const list = (id: string, query = '', headers: Headers = {}) =>
  service.json<List>(`/projects/${id}/comments${query}`, { headers })
const rewrite = (id: string, text: string) =>
  service.json(`/projects/${id}/script`, { method: 'PUT', body: { paragraphs: [{ id: 'p', text }] } })

async function refusalOf(path: string, options: Parameters<TestService['call']>[1]) {
  const answer = await service.call(path, options)
  const { code, message } = (await answer.json()) as { code: string; message: string }
  return { status: answer.status, code, message }
}

const STUDIO = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin' }

/** The headers of a new member of the account. */
async function joinAs(role: string): Promise<Headers> {
  const { key } = await createApiKey(service.db, { name: 'inviter', scopes: SCOPES, now: 1 })
  const invited = await service.json<{ sign_in_url: string }>('/members', {
    body: { name: `The ${role}`, role },
    headers: { 'x-api-key': key },
  })
  const answer = await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { ...STUDIO, 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(invited.sign_in_url).hash.replace('#sign-in=', '') }),
  })
  return { ...STUDIO, cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
}

/** A call of a session, which sends no key. */
async function callAs(headers: Headers, path: string, { method, body }: { method?: string; body?: object } = {}) {
  const answer = await fetch(`${service.url}/v1/tts${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as Comment & List & { readonly code: string; readonly author?: Comment['author'] },
  }
}

describe('a comment', () => {
  test('follows its words, and says what they were when they are gone', async () => {
    const id = await newProject()
    const made = await comment(id, { quote: 'helmet' })
    expect(made).toMatchObject({
      quote: 'helmet',
      place: { paragraph_id: 'p', start: 10, end: 16 },
      author: { kind: 'account', name: null },
      may_delete: true,
      resolved_at: null,
      replies: [],
    })
    await rewrite(id, 'Please always wear your helmet today.')
    expect((await list(id)).comments).toMatchObject([{ place: { paragraph_id: 'p', start: 24, end: 30 } }])
    await rewrite(id, 'Please always wear your hat today.')
    // A letter of the words is left.
    expect((await list(id)).comments[0]).toMatchObject({ quote: 'helmet' })
    await rewrite(id, 'Nothing.')
    expect((await list(id)).comments).toMatchObject([{ quote: 'helmet', place: null, text: 'Which one?' }])
  })

  test('is about the words that its writer sees, although somebody writes before them', async () => {
    const id = await newProject()
    await rewrite(id, 'Please wear your helmet today.')
    expect((await comment(id, { quote: 'helmet' })).place).toEqual({ paragraph_id: 'p', start: 10, end: 16 })
    expect((await list(id)).comments[0]!.place).toEqual({ paragraph_id: 'p', start: 17, end: 23 })
    const refused = await refusalOf(`/projects/${id}/comments`, { body: { ...HELMET, quote: 'gloves' } })
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('just changed') })
  })

  test('is answered, resolved, opened again and deleted, and the script stays as it is', async () => {
    const id = await newProject()
    const { revision } = await service.json<{ revision: number }>(`/projects/${id}`)
    const { comment_id } = await comment(id)
    const item = `/projects/${id}/comments/${comment_id}`
    const reply = await service.json<Reply>(`${item}/replies`, { body: { text: ' The\r\nblue one. ' } })
    expect(reply).toMatchObject({ text: 'The\nblue one.' })
    const resolved = await service.json<Comment>(`${item}/resolve`, { method: 'POST' })
    expect(resolved).toMatchObject({ resolved_at: now, replies: [{ comment_id: reply.comment_id }] })
    expect((await list(id, '?state=open')).comments).toEqual([])
    expect((await list(id, '?state=resolved')).comments).toHaveLength(1)
    expect(await service.json(`${item}/reopen`, { method: 'POST' })).toMatchObject({ resolved_at: null })
    await service.json(`/projects/${id}/comments/${reply.comment_id}`, { method: 'DELETE' })
    expect((await list(id)).comments).toMatchObject([{ comment_id, replies: [] }])
    await service.json(item, { method: 'DELETE' })
    expect((await list(id)).comments).toEqual([])
    expect(await service.json(`/projects/${id}`)).toMatchObject({ revision })
    expect(await refusalOf(`${item}/replies`, { body: { text: 'x' } })).toMatchObject({ status: 404 })
    const actions = await service.db.selectFrom('audit_log').select(['action', 'target', 'details']).execute()
    const mine = actions.filter(({ target }) => target?.startsWith(id) === true)
    expect(mine.map(({ action }) => action)).toEqual([
      'createProject',
      'createComment',
      'replyToComment',
      'resolveComment',
      'reopenComment',
      'deleteComment',
      'deleteComment',
    ])
    expect(JSON.stringify(mine)).not.toContain('blue')
  })

  test('is made once, however often its request comes', async () => {
    const id = await newProject()
    const headers = { 'idempotency-key': 'comment-1' }
    const [one, two] = [await comment(id, {}, headers), await comment(id, {}, headers)]
    expect(two.comment_id).toBe(one.comment_id)
    expect((await list(id)).comments).toHaveLength(1)
  })

  test.each([
    [{ text: '' }, 'INVALID_TEXT', 'empty'],
    [{ text: ' \n ' }, 'INVALID_TEXT', 'empty'],
    [{ text: 'x'.repeat(4001) }, 'INVALID_TEXT_LENGTH_EXCEEDED', '4001'],
    [{ text: 'a\u0007b' }, 'INVALID_TEXT', 'U+0007'],
    [{ text: 'a\0b' }, 'MISSING_ARGUMENT', 'U+0000'],
    [{ text: 'a\ud800b' }, 'MISSING_ARGUMENT', 'surrogate'],
    [{ text: 'This is forbidden.' }, 'CONTENT_NOT_ALLOWED', 'blocked terms'],
    [{ text: 7 }, 'MISSING_ARGUMENT', 'text'],
    [{ paragraph_id: 'other' }, 'NOT_FOUND', 'other'],
    [{ start: 5, end: 5 }, 'MISSING_ARGUMENT', 'characters'],
    [{ start: 5, end: 500 }, 'MISSING_ARGUMENT', 'characters'],
    [{ start: -1 }, 'MISSING_ARGUMENT', 'start'],
    [{ start: 0.5 }, 'MISSING_ARGUMENT', 'start'],
  ])('of %j is refused, and nothing is kept', async (body, code, message) => {
    const id = await newProject()
    const refused = await refusalOf(`/projects/${id}/comments`, { body: { ...HELMET, ...body } })
    expect(refused).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(await list(id)).toMatchObject({ comments: [], comments_revision: 0 })
  })

  test('keeps markup of other languages as text', async () => {
    const id = await newProject()
    const text = '<img src=x onerror="alert(1)"> & <script>'
    await comment(id, { text })
    expect((await list(id)).comments).toMatchObject([{ text }])
  })

  test('is told to everybody who follows the project, without its text', async () => {
    const id = await newProject()
    const leaving = new AbortController()
    const answer = await service.call(`/projects/${id}/changes`, { signal: leaving.signal })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let told = ''
    const waitFor = async (text: string) => {
      while (!told.includes(text)) told += (await reader.read()).value ?? ''
    }
    await waitFor('"comments_revision":0')
    await comment(id, { text: 'Privately.' })
    await waitFor('"comments_revision":1')
    await rewrite(id, 'Other.')
    await waitFor('"revision":2')
    expect(told).not.toContain('Privately')
    expect(told).toContain('event: comments.changed')
    leaving.abort()
  })

  test('takes bytes of the account, which are given back with it', async () => {
    const { id: account } = await findAccount(service.db, 'default')
    const id = await newProject()
    const before = await findStoredBytes(service.db, account)
    const { comment_id } = await comment(id, { text: 'x'.repeat(3000) })
    await comment(id)
    const after = await findStoredBytes(service.db, account)
    expect(after - before).toBeGreaterThan(3000)
    await service.json(`/projects/${id}/comments/${comment_id}`, { method: 'DELETE' })
    expect(await findStoredBytes(service.db, account)).toBeLessThan(after - 3000)
    await service.json(`/projects/${id}`, { method: 'PATCH', body: { is_trashed: true } })
    await service.json(`/projects/${id}`, { method: 'DELETE' })
    const rows = await service.db.selectFrom('project_comments').select('id').where('id', '=', comment_id).execute()
    expect(rows).toEqual([])
    expect(await findStoredBytes(service.db, account)).toBeLessThan(before)
  })
})

test('comments are listed newest first, a page at a time', async () => {
  const id = await newProject()
  const ids: string[] = []
  for (let number = 0; number < 5; number += 1) ids.unshift((await comment(id, { text: `${number}` })).comment_id)
  const seen: string[] = []
  for (let before = ''; ; ) {
    const { comments } = await list(id, `?limit=2${before && `&before=${before}`}`)
    seen.push(...comments.map(({ comment_id }) => comment_id))
    if (comments.length < 2) break
    before = seen.at(-1)!
  }
  expect(seen).toEqual(ids)
})

test('comments in the trash can be read, and not changed', async () => {
  const id = await newProject()
  const { comment_id } = await comment(id)
  await service.json(`/projects/${id}`, { method: 'PATCH', body: { is_trashed: true } })
  expect((await list(id)).comments).toHaveLength(1)
  for (const [path, options] of [
    ['', { body: HELMET }],
    [`/${comment_id}/replies`, { body: { text: 'x' } }],
    [`/${comment_id}/resolve`, { method: 'POST' }],
    [`/${comment_id}`, { method: 'DELETE' }],
  ] as const) {
    const refused = await refusalOf(`/projects/${id}/comments${path}`, options)
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('trash') })
  }
})

test('a project has a most of comments', async () => {
  const id = await newProject()
  const { comment_id } = await comment(id)
  const { project, ...row } = await service.db
    .selectFrom('project_comments')
    .select(['project', 'account_id', 'text', 'anchor_start', 'anchor_end', 'quote', 'created_at', 'bytes'])
    .where('id', '=', comment_id)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: MOST_COMMENTS - 1 }, (_, number) => ({
    ...row,
    project,
    id: `${id} ${number}`,
    thread: null,
    member_id: null,
    review_link_id: null,
    reviewer: null,
  }))
  for (let at = 0; at < others.length; at += 100)
    await service.db
      .insertInto('project_comments')
      .values(others.slice(at, at + 100))
      .execute()
  const refused = await refusalOf(`/projects/${id}/comments`, { body: HELMET })
  expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(String(MOST_COMMENTS)) })
  expect((await list(id)).comments).toHaveLength(100)
  expect((await comment(await newProject())).quote).toBe('helmet')
})

describe('members', () => {
  test('comment as commenters, editors and owners, and not as viewers', async () => {
    const id = await newProject()
    for (const [role, status] of [
      ['viewer', 403],
      ['commenter', 200],
      ['editor', 200],
      ['owner', 200],
    ] as const) {
      const headers = await joinAs(role)
      const made = await callAs(headers, `/projects/${id}/comments`, { body: HELMET })
      expect(made.status, role).toBe(status)
      expect((await callAs(headers, `/projects/${id}/comments`)).status).toBe(200)
      expect(made.body.author?.name, role).toBe(status === 200 ? `The ${role}` : undefined)
    }
    const commenter = await joinAs('commenter')
    const change = { method: 'PUT', body: { paragraphs: [] } }
    expect((await callAs(commenter, `/projects/${id}/script`, change)).status).toBe(403)
    expect((await callAs(commenter, `/projects/${id}/review_links`)).status).toBe(403)
  })

  test('delete what they have written, and editors what anybody has', async () => {
    const id = await newProject()
    const [ann, ben, editor] = [await joinAs('commenter'), await joinAs('commenter'), await joinAs('editor')]
    const path = `/projects/${id}/comments`
    const remove = async (as: Headers, comment_id: string) =>
      (await callAs(as, `${path}/${comment_id}`, { method: 'DELETE' })).status
    const { comment_id: first } = (await callAs(ann, path, { body: HELMET })).body
    const seen = async (as: Headers) => (await callAs(as, path)).body.comments[0]!.may_delete
    expect([await seen(ann), await seen(ben), await seen(editor)]).toEqual([true, false, true])
    expect(await remove(ben, first)).toBe(403)
    const reply = await callAs(ben, `${path}/${first}/replies`, { body: { text: 'Mine.' } })
    expect(await remove(ann, reply.body.comment_id)).toBe(403)
    // It would take the reply of somebody else along.
    expect(await remove(ann, first)).toBe(409)
    expect(await remove(ben, reply.body.comment_id)).toBe(200)
    expect(await remove(ann, first)).toBe(200)
    const { comment_id: second } = (await callAs(ann, path, { body: HELMET })).body
    expect((await callAs(ben, `${path}/${second}/resolve`, { method: 'POST' })).body).toMatchObject({
      resolved_by: 'The commenter',
    })
    expect(await remove(editor, second)).toBe(200)
  })
})

test('a key comments with the scope alone', async () => {
  const id = await newProject()
  const keyOf = async (...scopes: readonly Scope[]) => ({
    'x-api-key': (await createApiKey(service.db, { name: 'x', scopes, now: 1 })).key,
  })
  const call = async (headers: Headers) =>
    (await service.call(`/projects/${id}/comments`, { body: HELMET, headers })).status
  expect(await call(await keyOf('projects:comment'))).toBe(200)
  expect(await call(await keyOf('projects:read', 'projects:write'))).toBe(403)
})

test('comments of another account are not found, below a project of the own one either', async () => {
  const { key } = await createApiKey(service.db, { name: 'x', account: 'another', scopes: SCOPES, now: 1 })
  const headers = { 'x-api-key': key }
  const mine = await newProject()
  const { comment_id } = await comment(mine)
  const theirs = await newProject('Wear your helmet today.', headers)
  for (const project of [mine, theirs])
    for (const [path, options] of [
      ['/replies', { body: { text: 'x' } }],
      ['/resolve', { method: 'POST' }],
      ['/reopen', { method: 'POST' }],
      ['', { method: 'DELETE' }],
    ] as const) {
      const refused = await refusalOf(`/projects/${project}/comments/${comment_id}${path}`, { ...options, headers })
      expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
  expect(await refusalOf(`/projects/${theirs}/comments?before=${comment_id}`, { headers })).toMatchObject({
    status: 404,
  })
  expect((await list(mine)).comments).toMatchObject([{ comment_id, replies: [], resolved_at: null }])
})

test('an account that is erased takes its comments and review links along', async () => {
  const { key, record } = await createApiKey(service.db, { name: 'x', account: 'leaving', scopes: SCOPES, now: 1 })
  const headers = { 'x-api-key': key }
  const id = await newProject('Wear your helmet today.', headers)
  await comment(id, {}, headers)
  await service.json(`/projects/${id}/review_links`, { body: {}, headers })
  await deleteAccountRecords(service.db, record.accountId)
  for (const table of ['project_comments', 'review_links'] as const) {
    const rows = await service.db.selectFrom(table).select('id').where('account_id', '=', record.accountId).execute()
    expect(rows).toEqual([])
  }
  now += 1
})
