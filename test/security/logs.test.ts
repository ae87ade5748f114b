import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignInCode } from '../../src/accounts/sessions.ts'
import type { Operation } from '../../src/api/openapi/operation.ts'
import { OPERATIONS } from '../../src/api/openapi/operations.ts'
import { createLog } from '../../src/commands/create-log.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

/** Words that are in no file of this project, so that they can only come from a request. */
const CANARY = 'Quokkaberry'
const BOOTSTRAP_KEY = 'bootstrap-key-that-no-log-may-hold'
const WRONG_KEY = 'wrong-key-that-no-log-may-hold'
/** Fields of bodies that hold what callers write. */
const WRITTEN = new Set([
  'text',
  'title',
  'name',
  'label',
  'original',
  'replacement_text',
  'word',
  'description',
  'url',
])

let lines = ''
const destination = new Writable({
  write(chunk, _, done) {
    lines += chunk
    done()
  },
})

let service: TestService
const secrets: string[] = [TEST_KEY, BOOTSTRAP_KEY, WRONG_KEY, CANARY]

beforeAll(async () => {
  const settings = { LOG_LEVEL: 'debug', DECLAIM_BOOTSTRAP_KEY: BOOTSTRAP_KEY }
  service = await startTestService(settings, undefined, destination)
})
afterAll(() => service.close())

const ids = new Map<string, string>()

/** An example of the API document as callers would fill it in. */
function fillIn(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return WRITTEN.has(field) ? `${CANARY} ${field}` : value
  if (Array.isArray(value)) return value.map((one) => fillIn(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillIn(inner, name)]))
}

async function callOperation(name: string, { examples = {}, queryExample = {} }: Operation): Promise<void> {
  const [method = '', pattern = ''] = name.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, parameter: string) => ids.get(parameter) ?? 'none')
  const query = new URLSearchParams({ ...queryExample, word: CANARY, search: CANARY })
  for (const body of [...Object.values(examples).map((one) => fillIn(one)), `{"text": "${CANARY}" broken`, undefined]) {
    if (method === 'GET' && body !== undefined) continue
    const answer = await service.call(`${path}?${query.toString()}`, { method, ...(body !== undefined && { body }) })
    // A stream of events has no end.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
    else await answer.arrayBuffer()
  }
}

test('nothing secret or written by callers is in the log of a run over every route', async () => {
  const text = `${CANARY} sings.`
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', {
    body: { speaker_id: 3, text, title: CANARY },
  })
  const { url } = await service.finished(clip_id)
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
    body: { name: CANARY },
  })
  const replacement = { original: CANARY, replacement_text: `${CANARY} too` }
  const path = `/replacement_libraries/${library_id}/replacements`
  const { replacement_id } = await service.json<{ replacement_id: string }>(path, { body: replacement })
  ids.set('clip_id', clip_id).set('library_id', library_id).set('replacement_id', replacement_id)
  secrets.push(url.split('/').at(-1)!.split('.')[0]!)

  const operations = Object.entries(OPERATIONS)
  const deletesLast = operations.toSorted(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')))
  await (await fetch(url)).arrayBuffer()
  await (await fetch(`${url}?${CANARY}`, { headers: { range: `bytes=${CANARY}` } })).arrayBuffer()
  await signIn()
  await provokeErrors()
  for (const [name, operation] of deletesLast) await callOperation(name, operation)
  await failInside()

  for (const { value } of await service.db.selectFrom('secrets').select('value').execute()) secrets.push(value)
  const written = lines.split('\n').filter((line) => line !== '')
  expect(written.length).toBeGreaterThan(2 * operations.length)
  for (const line of written)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
  expect(lines).toContain('"url":"/v1/tts/stream"')
  expect(lines).toContain(clip_id)
  expect(lines).toContain('Request failed')
  expect(lines).toContain('no such table')
  for (const secret of secrets) {
    const at = lines.indexOf(secret)
    expect(at, lines.slice(Math.max(0, at - 300), at + 300)).toBe(-1)
  }
})

async function signIn(): Promise<void> {
  const code = await createSignInCode(service.db, { now: Date.now() })
  secrets.push(code)
  for (const body of [{ code }, { code: WRONG_KEY }, { key: TEST_KEY }, { key: WRONG_KEY }]) {
    const headers = { 'x-declaim-studio': '1', 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/studio/session`, { method: 'POST', headers, body: JSON.stringify(body) })
    const token = /declaim_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    if (token === undefined) continue
    secrets.push(token)
    const cookie = { 'x-declaim-studio': '1', cookie: `declaim_session=${token}` }
    await (await fetch(`${service.url}/v1/tts/avatars`, { headers: cookie })).arrayBuffer()
  }
  expect(secrets.length).toBeGreaterThan(6)
}

async function provokeErrors(): Promise<void> {
  for (const path of [`/${CANARY}`, `/clips/${CANARY}x/y`, '/stream', `/stream/${CANARY}`, '/avatars'])
    await (await service.call(path, { headers: { 'x-api-key': WRONG_KEY } })).arrayBuffer()
  await (await fetch(`${service.url}/${CANARY}?key=${TEST_KEY}`)).arrayBuffer()
  await (await fetch(`${service.url}/audio/clips/a/1/${CANARY}.mp3?${CANARY}`)).arrayBuffer()
}

/** A clip whose audio is gone, and a database that fails. */
async function failInside(): Promise<void> {
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: `${CANARY}.` } })
  const { url } = await service.finished(clip_id)
  await rm(join(service.dataDirectory, 'audio'), { recursive: true })
  secrets.push(url.split('/').at(-1)!.split('.')[0]!)
  expect((await fetch(url)).status).toBe(503)
  await sql`alter table replacement_libraries rename to hidden`.execute(service.db)
  const answer = await service.call('/replacement_libraries', { body: { name: CANARY } })
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([500, expect.not.stringMatching(/table|sql/i)])
  await sql`alter table hidden rename to replacement_libraries`.execute(service.db)
}

test('errors keep what finds their cause, and no rows, headers or URLs that drivers add', async () => {
  let line = ''
  const log = createLog('info', { write: (text) => (line = text) })
  const cause = Object.assign(new Error('connection reset'), {
    code: 'ECONNRESET',
    config: { headers: { authorization: 'Bearer x1' } },
  })
  const error = Object.assign(new TypeError('Cannot store', { cause }), {
    detail: `Failing row contains (${CANARY})`,
    parameters: [CANARY],
  })
  log.error(
    { err: error, headers: { 'x-api-key': TEST_KEY, cookie: 'a=x1' }, plan: { text: CANARY }, secret: 'x1' },
    'Failed',
  )
  expect(JSON.parse(line)).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'Cannot store',
      stack: expect.stringContaining('logs.test.ts'),
      cause: { code: 'ECONNRESET' },
    },
    headers: { 'x-api-key': '(hidden)', cookie: '(hidden)' },
    plan: '(hidden)',
  })
  expect(line).not.toMatch(new RegExp(`${CANARY}|${TEST_KEY}|x1`))
})

test('an error that is its own cause ends', () => {
  let line = ''
  const log = createLog('info', { write: (text) => (line = text) })
  const error = new Error('again')
  error.cause = error
  log.error({ err: error }, 'Failed')
  expect(JSON.parse(line).err.cause.cause.message).toBe('again')
})
