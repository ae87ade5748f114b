import { createConfig, lintFromString } from '@redocly/openapi-core'
import Schema from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { listAccountSessions } from '../../src/accounts/management/manage-sessions.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { startSession } from '../../src/accounts/sessions.ts'
import { EXAMPLE_IDS } from '../../src/api/openapi/operation.ts'
import { OPERATIONS } from '../../src/api/openapi/operations.ts'
import { audioConfigsSchema } from '../../src/api/schemas/speech-input.ts'
import { findAccount } from '../../src/storage/records/accounts.ts'
import { insertMember } from '../../src/storage/records/members.ts'
import { readJson } from '../fuzz/check-answer.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

type MediaType = { schema: object; examples?: Record<string, { value: unknown }> }
type Parameter = { name: string; in: string; example?: string }
type Described = {
  operationId: string
  security?: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { content: Record<string, MediaType> }>
}
type PathItem = Record<string, Described> & { servers?: { url: string }[] }
type Document = {
  paths: Record<string, PathItem>
  components: { schemas: Record<string, object>; responses: Record<string, { content: Record<string, MediaType> }> }
}

let service: TestService
let text: string
let document: Document

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  text = await (await fetch(`${service.url}/openapi.json`)).text()
  document = JSON.parse(text)
})
afterAll(() => service.close())

test('the document passes the linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('the table of operations names every route and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, { servers: _servers, ...methods }]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
})

test('audio_configs in the document has exactly the choices that the service takes', async () => {
  for (const [name, property] of Object.entries(audioConfigsSchema.properties)) {
    const choices = JSON.parse(JSON.stringify(property)).anyOf[0].enum as unknown[] | undefined
    for (const choice of choices ?? []) {
      const format = name === 'bitrate_mode' ? { file_format: 'mp3' } : {}
      const body = { speaker_id: 3, text: 'A.', audio_configs: { ...format, [name]: choice } }
      expect((await service.call('/input_validated', { body })).status, `${name} ${String(choice)}`).toBe(200)
    }
    if (choices === undefined) continue
    const body = { speaker_id: 3, text: 'A.', audio_configs: { [name]: 'other' } }
    const { message } = (await (await service.call('/input_validated', { body })).json()) as { message: string }
    for (const choice of choices.filter((one) => !/^(ogg|ulaw|mu-law|a-law)$/.test(String(one)))) {
      expect(message).toContain(String(choice))
    }
  }
})

/** Bodies that a door takes or refuses, and whether the schema of the document says the same. */
const DOOR_BODIES: Readonly<
  Record<string, { readonly body: object; readonly fields: Readonly<Record<string, readonly unknown[]>> }>
> = {
  '/audio/speech': {
    body: { model: 'tts-1', input: 'A.', voice: 'alloy' },
    fields: {
      input: ['', 3, null, 'B.'],
      voice: ['nova', 3, { id: 3 }, { id: 'nova' }, '', null, [], 3.5, {}],
      response_format: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm', 'aiff', 'MP3', null, 3],
      speed: [0.25, 4, 0.24, 4.1, '1', '1.0', '.25', '0.24', '4.0', '4.1', 'fast', '', null],
      stream_format: ['audio', 'sse', 'text', null],
      instructions: ['Whisper.', null],
    },
  },
  '/text-to-speech/3': {
    body: { text: 'A.' },
    fields: {
      text: ['', 3, null, 'B.'],
      voice_settings: [{ speed: 0.25 }, { speed: 4 }, { speed: 0.2 }, { speed: '1' }, { speed: null }, null, 'fast'],
      pronunciation_dictionary_locators: [[], null, [{}], {}, 'id'],
    },
  },
}

describe.each(Object.entries(DOOR_BODIES))('the schema of %s', (path, { body, fields }) => {
  test.each(Object.entries(fields))(
    'takes and refuses what the service takes and refuses in %s',
    async (field, values) => {
      const described = document.paths[path.replace(/\/3$/, '/{voice_id}')]!
      const { schema } = described.post!.requestBody!.content['application/json']!
      for (const value of values) {
        const asked = { ...body, [field]: value }
        const headers = {
          authorization: `Bearer ${TEST_KEY}`,
          'xi-api-key': TEST_KEY,
          'content-type': 'application/json',
        }
        const answer = await fetch(`${service.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(asked) })
        await answer.arrayBuffer()
        const fits = findErrors(schema, asked).length === 0
        expect([field, value, answer.status]).toEqual([field, value, fits ? 200 : 400])
      }
    },
  )
})

test('refusals of doors fit their documented shapes', async () => {
  for (const path of ['/audio/speech', '/text-to-speech/{voice_id}']) {
    const responses = document.paths[path]!.post!.responses as unknown as Record<string, { $ref: string }>
    const url = `${service.url}/v1${path.replace('{voice_id}', '3')}`
    const key = { authorization: `Bearer ${TEST_KEY}`, 'xi-api-key': TEST_KEY }
    for (const [status, headers] of [
      [400, key],
      [401, {}],
    ] as const) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(status)
      const name = responses[status]!.$ref.split('/').at(-1)!
      const { content } = document.components.responses[name]!
      expect(findErrors(content['application/json']!.schema, await answer.json()), `${path} ${status}`).toEqual([])
    }
  }
})

describe('every example works', () => {
  const known = new Map<string, string>()
  let adminKey: string

  beforeAll(async () => {
    const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'A.' } })
    await service.finished(clip_id)
    const webhook = await service.json<{ id: string }>('/webhooks', { body: { url: 'http://127.0.0.1:9/' } })
    const delivery = await service.json<{ id: string }>(`/webhooks/${webhook.id}/test`, { method: 'POST' })
    known.set('webhook_id', webhook.id).set('delivery_id', delivery.id)
    const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', { body: { name: 'A' } })
    const replacement = { original: 'a', replacement_text: 'b' }
    const path = `/replacement_libraries/${library_id}/replacements`
    const { replacement_id } = await service.json<{ replacement_id: string }>(path, { body: replacement })
    const { clip_id: failed } = await service.json<{ clip_id: string }>('/clips', {
      body: { speaker_id: 3, text: 'A.' },
    })
    await service.finished(failed)
    await service.db.updateTable('clips').set({ status: 'FAILED' }).where('id', '=', failed).execute()
    known.set('failed_clip_id', failed)
    known.set('pronunciation_dictionary_id', library_id).set('version_id', 'latest')
    for (const name of ['export_id', 'running_export_id']) {
      const body = { paragraphs: [{ speaker_id: 3, text: 'A.' }] }
      known.set(name, (await service.json<{ export_id: string }>('/exports', { body })).export_id)
    }
    await vi.waitUntil(async () => {
      const exports = await service.json<{ status: string }[]>('/exports')
      return exports.every(({ status }) => status === 'COMPLETE')
    })
    const running = { status: 'PROCESSING', lease_until: 1e15 } as const
    await service.db.updateTable('exports').set(running).where('id', '=', known.get('running_export_id')!).execute()
    known.set('clip_id', clip_id).set('library_id', library_id).set('replacement_id', replacement_id)
    const { db } = service
    adminKey = (await createApiKey(db, { name: 'admin', scopes: SCOPES, now: 1 })).key
    const headers = { 'x-api-key': adminKey }
    const { account_id } = await service.json<{ account_id: string }>('/admin/accounts', {
      headers,
      body: { name: 'B' },
    })
    known.set('account_id', account_id).set('plan', EXAMPLE_IDS.newPlan)
  })

  /** Each example that has a key in its path gets one of its own, because some end it. */
  async function newKeyFor(path: string): Promise<void> {
    const account = path.startsWith('/admin') ? { accountId: known.get('account_id')! } : {}
    known.set('key_id', (await createApiKey(service.db, { name: 'example', now: 1, ...account })).record.id)
  }

  async function newSession(): Promise<void> {
    const { id } = await findAccount(service.db, 'default')
    await startSession(service.db, { accountId: id, now: Date.now() })
    known.set('session_id', (await listAccountSessions(service.db, id, Date.now()))[0]!.id)
  }

  async function newMember(): Promise<void> {
    const { id: accountId } = await findAccount(service.db, 'default')
    const member = { accountId, name: 'Ada', role: 'editor', charactersPerMonth: null, now: 1 }
    known.set('member_id', (await insertMember(service.db, member)).id)
  }

  /** Each example that has a project in its path gets one of its own, because some put it in the trash, and a project there is all that can be deleted. */
  async function newProjectFor(path: string, method: string): Promise<void> {
    const headers = { 'x-api-key': adminKey }
    const body = { speaker_id: 3, text: 'A.' }
    const { project_id: id } = await service.json<{ project_id: string }>('/projects', { headers, body })
    const { version_id } = await service.json<{ version_id: string }>(`/projects/${id}/versions`, {
      headers,
      body: { name: 'example' },
    })
    known.set('project_id', id).set('project_version_id', version_id)
    if (path.endsWith('{project_id}') && method === 'delete')
      await service.json(`/projects/${id}`, { headers, method: 'PATCH', body: { is_trashed: true } })
  }

  const withKnownIds = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(EXAMPLE_IDS.clip, known.get('clip_id')!)
      .replaceAll(EXAMPLE_IDS.library, known.get('library_id')!)
      .replaceAll(EXAMPLE_IDS.webhookUrl, 'http://127.0.0.1:9/')

  /** The key, as the API of the path takes it. */
  function headersOf(security: Described['security']): Record<string, string> {
    if (security?.[0]?.bearer) return { authorization: `Bearer ${adminKey}` }
    return security?.[0]?.xiApiKey ? { 'xi-api-key': adminKey } : { 'x-api-key': adminKey }
  }

  async function tryExample(path: string, method: string, example: unknown): Promise<void> {
    const { servers = [{ url: '/v1/tts' }], ...operations } = document.paths[path]!
    const { parameters, responses, security } = operations[method]!
    if (path.includes('{key_id}')) await newKeyFor(path)
    if (path.includes('{session_id}')) await newSession()
    if (path.includes('{member_id}')) await newMember()
    if (path.includes('{project_id}')) await newProjectFor(path, method)
    const query = new URLSearchParams(
      parameters.filter(({ in: place, example }) => place === 'query' && example).map((p) => [p.name, p.example!]),
    )
    const place = path
      .replace('{clip_id}/retry', '{failed_clip_id}/retry')
      .replace('{export_id}/cancel', '{running_export_id}/cancel')
      .replace('{project_id}/versions/{version_id}', '{project_id}/versions/{project_version_id}')
    const inPath = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.example]))
    const filled = place.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? known.get(name)!)
    const url = `${service.url}${servers[0]!.url}${filled}?${query.toString()}`
    const body = example === undefined ? {} : { body: withKnownIds(example) }
    const headers = { 'content-type': 'application/json', ...headersOf(security) }
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      headers: body.body === undefined ? headersOf(security) : headers,
      ...body,
    })
    const type = answer.headers.get('content-type')!.split(';')[0]!
    expect(answer.status, `${method} ${url}: ${answer.ok ? '' : await answer.clone().text()}`).toBe(200)
    const documented = responses['200']!.content[type]
    expect(documented, `${method} ${path} answers ${type}`).toBeDefined()
    // A stream of events has no end.
    if (type === 'text/event-stream') return await answer.body!.cancel()
    if (type !== 'application/json') return void (await answer.arrayBuffer())
    const values = readJson(await answer.bytes())
    const errors = values.flatMap((one) => findErrors(documented!.schema, one))
    expect(errors, `${method} ${path}`).toEqual([])
  }

  type Example = { path: string; method: string; schema: object; value: unknown }

  function listExamples(): readonly Example[] {
    const examples = Object.entries(document.paths).flatMap(([path, { servers: _servers, ...methods }]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        if (requestBody === undefined) return [{ path, method, schema: {}, value: undefined }]
        // Forms have no examples.
        const { schema, examples = {} } = requestBody.content['application/json'] ?? { schema: {} }
        return Object.values(examples).map(({ value }) => ({ path, method, schema, value }))
      }),
    )
    // What needs nothing in its path comes first, and deletes come last, of what is inside before the rest.
    const place = ({ method, path }: Example) =>
      method === 'delete' ? 1000 - path.length : Number(path.includes('{plan}'))
    return examples.toSorted((a, b) => place(a) - place(b))
  }

  test('and its answer fits the document', async () => {
    const examples = listExamples()
    for (const { path, method, schema, value } of examples) {
      expect(value === undefined ? [] : findErrors(schema, value), `${method} ${path}`).toEqual([])
      await tryExample(path, method, value)
    }
    expect(new Set(examples.map(({ path, method }) => `${method} ${path}`)).size).toBe(
      Object.values(OPERATIONS).filter(({ body }) => body === undefined || body['application/json'] !== undefined)
        .length,
    )
  })
})

function findErrors(schema: object, value: unknown): unknown[] {
  const whole = JSON.parse(JSON.stringify(inline(schema)))
  return Schema.Compile(whole).Errors(value)[1] as unknown[]
}

function inline(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inline)
  if (typeof value !== 'object' || value === null) return value
  const reference = (value as { $ref?: unknown }).$ref
  if (typeof reference === 'string') return inline(document.components.schemas[reference.split('/').at(-1)!])
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inline(inner)]))
}
