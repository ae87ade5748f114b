import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { listAccountSessions } from '../../src/accounts/management/manage-sessions.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { startSession } from '../../src/accounts/sessions.ts'
import { EXAMPLE_IDS } from '../../src/api/openapi/operation.ts'
import { insertMember } from '../../src/storage/records/members.ts'
import { type DocumentedOperation, fillPath, listOperations } from '../support/list-operations.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let operations: readonly DocumentedOperation[]
/** What the test account owns, by the name of the parameter. */
const owned = new Map<string, string>()
/** A key of another account with every scope. */
let stranger: string
let strangersAccount: string

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  operations = await listOperations(service.url)
  const { db } = service
  const created = await createApiKey(db, { name: 'x', account: 'stranger', now: 1, scopes: SCOPES })
  stranger = created.key
  strangersAccount = created.record.accountId
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'Mine.' } })
  await service.finished(clip_id)
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'A' } })
  const body = { original: 'a', replacement_text: 'b' }
  const path = `/replacement_libraries/${library_id}/replacements`
  const { replacement_id } = await service.json<{ replacement_id: string }>(path, { body })
  const exported = { paragraphs: [{ speaker_id: 3, text: 'Mine.' }] }
  const { export_id } = await service.json<{ export_id: string }>('/exports', { body: exported })
  const { project_id } = await service.json<{ project_id: string }>('/projects', { body: { text: 'Mine.' } })
  const kept = await service.json<{ version_id: string }>(`/projects/${project_id}/versions`, {
    body: { name: 'Mine' },
  })
  owned.set('project_id', project_id).set('version_id', kept.version_id)
  owned.set('export_id', export_id)
  owned.set('clip_id', clip_id).set('library_id', library_id).set('replacement_id', replacement_id)
  const { record } = await createApiKey(db, { name: 'mine', now: 1 })
  owned.set('key_id', record.id)
  await startSession(db, { accountId: record.accountId, now: Date.now() })
  const [session] = await listAccountSessions(db, record.accountId, Date.now())
  owned.set('session_id', session!.id)
  const member = { accountId: record.accountId, name: 'Ada', role: 'editor', charactersPerMonth: null, now: 1 }
  owned.set('member_id', (await insertMember(db, member)).id)
  const webhook = await service.json<{ id: string }>('/webhooks', { body: { url: 'http://127.0.0.1:9/' } })
  const delivery = await service.json<{ id: string }>(`/webhooks/${webhook.id}/test`, { method: 'POST' })
  owned.set('webhook_id', webhook.id).set('delivery_id', delivery.id)
})
afterAll(() => service.close())

async function callAs(key: string, { method, path, body }: { method: string; path: string; body?: unknown }) {
  const response = await service.call(path, {
    method,
    headers: { 'x-api-key': key },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const NOT_FOUND = { status: 404, body: { code: 'NOT_FOUND' } }

/** An example body with the ids of the test account. */
function withOwnedIds(value: unknown): unknown {
  const json = JSON.stringify(value)
  if (json === undefined) return undefined
  return JSON.parse(
    json.replaceAll(EXAMPLE_IDS.clip, owned.get('clip_id')!).replaceAll(EXAMPLE_IDS.library, owned.get('library_id')!),
  )
}

test('no operation with an id in its path finds what another account owns', async () => {
  const own = operations.filter(({ path }) => path.includes('{') && !path.startsWith('/admin'))
  expect(own.length).toBeGreaterThanOrEqual(18)
  for (const { method, path, body } of own) {
    const answer = await callAs(stranger, { method, path: fillPath(path, owned), body: withOwnedIds(body) })
    expect({ operation: `${method} ${path}`, ...answer }).toMatchObject(NOT_FOUND)
  }
})

test('no operation with several ids finds what another account owns below something of the own one', async () => {
  const { library_id } = (
    await callAs(stranger, { method: 'POST', path: '/replacement_libraries', body: { name: 'S' } })
  ).body as { library_id: string }
  const { project_id } = (await callAs(stranger, { method: 'POST', path: '/projects', body: {} })).body as {
    project_id: string
  }
  const mixed = new Map(owned)
    .set('library_id', library_id)
    .set('project_id', project_id)
    .set('account_id', strangersAccount)
  const deep = operations.filter(({ path }) => path.split('{').length > 2)
  expect(deep.length).toBeGreaterThanOrEqual(5)
  for (const { method, path, body } of deep) {
    const answer = await callAs(stranger, { method, path: fillPath(path, mixed), body: withOwnedIds(body) })
    expect({ operation: `${method} ${path}`, ...answer }).toMatchObject(NOT_FOUND)
  }
})

test('no operation under /admin finds an id that does not exist', async () => {
  const unknown = new Map(['account_id', 'key_id', 'plan'].map((name) => [name, 'nothing']))
  const withIds = operations.filter(({ path }) => path.startsWith('/admin') && path.includes('{'))
  expect(withIds.length).toBeGreaterThanOrEqual(10)
  for (const { method, path, body } of withIds) {
    const answer = await callAs(stranger, { method, path: fillPath(path, unknown), body })
    expect({ operation: `${method} ${path}`, ...answer }).toMatchObject(NOT_FOUND)
  }
})

describe('an id in a body', () => {
  test('of a library of another account is not found', async () => {
    const speaking = operations.filter(({ body }) => JSON.stringify(body ?? null).includes('speaker_id'))
    expect(speaking.length).toBeGreaterThanOrEqual(5)
    for (const { method, path, body } of speaking) {
      // Projects take several alone.
      for (const field of path.startsWith('/projects') ? ['library_ids'] : ['library_ids', 'library_id']) {
        const id = owned.get('library_id')
        const foreign = { ...(body as object), [field]: field === 'library_ids' ? [id] : id }
        const answer = await callAs(stranger, { method, path, body: foreign })
        expect({ operation: `${method} ${path}`, ...answer }).toMatchObject(NOT_FOUND)
      }
    }
  })

  test('of a clip of another account is not found', async () => {
    const naming = operations.filter(({ body }) => JSON.stringify(body ?? null).includes(EXAMPLE_IDS.clip))
    expect(naming.length).toBeGreaterThanOrEqual(1)
    for (const { method, path, body } of naming) {
      const answer = await callAs(stranger, { method, path, body: withOwnedIds(body) })
      expect({ operation: `${method} ${path}`, ...answer }).toMatchObject(NOT_FOUND)
    }
  })
})

test('lists show nothing of another account', async () => {
  const mine = [...owned.values()]
  const lists = operations.filter(
    ({ method, path, answers }) =>
      method === 'GET' && !/\{|^\/admin/.test(path) && !answers.includes('text/event-stream'),
  )
  expect(lists.length).toBeGreaterThanOrEqual(5)
  for (const { path, parameters } of lists) {
    const examples = parameters.flatMap(({ name, in: place, example }) =>
      place === 'query' && example !== undefined ? [[name, example]] : [],
    )
    for (const query of [new URLSearchParams(examples), new URLSearchParams({ before: owned.get('clip_id')! })]) {
      const answer = await service.call(`${path}?${query.toString()}`, { headers: { 'x-api-key': stranger } })
      // A refusal names the value that was sent.
      if (answer.status === 400) continue
      const text = await answer.text()
      for (const id of mine) expect(text, path).not.toContain(id)
    }
  }
})

test('nothing of it has changed', async () => {
  expect(await service.json(`/replacement_libraries/${owned.get('library_id')}`)).toMatchObject({ name: 'A' })
  expect(await service.json(`/replacement_libraries/${owned.get('library_id')}/replacements`)).toMatchObject({
    count: 1,
    replacements: [{ enabled: true }],
  })
  expect(await service.json(`/clips/${owned.get('clip_id')}`)).toMatchObject({ status: 'COMPLETE' })
  const admin = (await createApiKey(service.db, { name: 'look', scopes: ['keys'], now: 1 })).key
  expect(await callAs(admin, { method: 'GET', path: `/keys/${owned.get('key_id')}` })).toMatchObject({
    body: { status: 'active', expires_at: null },
  })
})
